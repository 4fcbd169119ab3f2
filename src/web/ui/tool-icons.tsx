import { icon } from './icons.tsx'

export const SearchIcon = icon('M9 3a6 6 0 1 0 .01 0zM13.5 13.5L17 17')

export const ViewIcon = icon('M2 10c3-5.5 13-5.5 16 0-3 5.5-13 5.5-16 0zM10 7.5a2.5 2.5 0 1 0 .01 0z')

export const DownloadIcon = icon('M10 3v9M6 8.5l4 4 4-4M3.5 16.5h13')

export const SettingsIcon = icon('M3 6h7M14 6h3M3 14h3M10 14h7M12 3.5a2.5 2.5 0 1 0 .01 0zM8 11.5a2.5 2.5 0 1 0 .01 0z')

export const ImportIcon = icon('M10 12V3M6 6.5L10 3l4 3.5M3.5 16.5h13')

export const ColumnsIcon = icon('M3.5 4h13v12h-13zM8 4v12M12.5 4v12')

/** On a phone it has no label, so it must not look like Reload. */
export const SyncIcon = icon('M17.5 2.5L8.5 11.5M17.5 2.5L12 17.5L8.5 11.5L2.5 8.5z')

export const SignOutIcon = icon('M8 3.5H4v13h4M8.5 10H17M13.5 6.5L17 10l-3.5 3.5')

export const HomeIcon = icon('M2.5 9.5L10 3l7.5 6.5M4.5 8v9h11V8M8 17v-5h4v5')

export const PeopleIcon = icon(
  'M7.5 3.5a3 3 0 1 0 .01 0zM2 17c.4-6 10.6-6 11 0M13 3.9a2.7 2.7 0 0 1 0 5.2M15 11.9c2 .8 3 2.6 3 5.1',
)

export const FiguresIcon = icon('M3 3v14h14M7 14v-4M11 14V6M15 14V9')

export const InboxIcon = icon('M2.5 11.5L5 4h10l2.5 7.5V16h-15zM2.5 11.5H7c.5 3 5.5 3 6 0h4.5')

export const FilterIcon = icon('M3 5.5h14M6 10h8M8.5 14.5h3')

export const WavesIcon = icon(
  'M2.5 5.5h15v3a1.5 1.5 0 0 0 0 3v3h-15v-3a1.5 1.5 0 0 0 0-3zM12 5.5v1.6M12 9.2v1.6M12 12.9v1.6',
)
