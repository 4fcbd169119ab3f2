import { Icon, icon } from './icons.tsx'

export const CopyIcon = icon('M7 7V4h9v9h-3M4 7h9v9H4z')

export const LockIcon = icon('M4.5 9h11v8h-11zM7 9V6a3 3 0 0 1 6 0v3')

export const ShareIcon = icon('M10 12V3M6.5 6L10 2.5 13.5 6M5 9H4v8h12V9h-1')

export const TwitterIcon = icon('M3.5 3.5h3.2l9.8 13h-3.2zM16 3.5l-5.2 5.8M9 10.9l-5 5.6')

export const FacebookIcon = icon('M13.5 3H12c-2 0-3 1.2-3 3v11M6.5 9.5h6')

export const InstagramIcon = () => (
  <Icon>
    <rect x="3" y="3" width="14" height="14" rx="4" />
    <circle cx="10" cy="10" r="3.2" />
    <path d="M14 6h.01" />
  </Icon>
)
