import type { ComponentType } from 'react'
import { hasRole, type Role } from '#shared/owner/accounts.ts'
import { ImportView } from '../import/import-view.tsx'
import { InboxView } from '../inbox/inbox-view.tsx'
import { UnreadMark } from '../inbox/unread-mark.tsx'
import { IntegrationsMark, type Trouble } from '../integrations/use-troubles.tsx'
import { ReviewMark } from '../review/review-mark.tsx'
import { ReviewView } from '../review/review-view.tsx'
import { FiguresIcon, HomeIcon, InboxIcon, PeopleIcon, SettingsIcon, WavesIcon } from '../../../ui/tool-icons.tsx'
import { PAGES } from '../settings/pages.tsx'
import { SettingsView } from '../settings/settings-view.tsx'
import { StartPart } from '../settings/start-part.tsx'
import { SitePage } from '../site/site-page.tsx'
import { useAccount } from '../session/use-account.tsx'
import { UpdatesView } from '../updates/updates-view.tsx'
import type { SectionProps } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { WavesView } from '../waves/waves-view.tsx'

type Page = {
  view: View['view']
  label?: string
  role?: Role
  /** Overview, People and Figures have none: they share a component. */
  Page?: ComponentType<SectionProps>
  trouble?: Trouble
}

export type Section = {
  label: string
  Icon: ComponentType
  Mark?: ComponentType
  /** The section leads to the first that the account may open. */
  pages: readonly Page[]
}

/** A new section needs a line here and a name in `VIEWS` of `view/view.ts`. */
const SECTIONS: readonly Section[] = [
  { label: 'Overview', Icon: HomeIcon, pages: [{ view: 'overview' }] },
  {
    label: 'People',
    Icon: PeopleIcon,
    Mark: ReviewMark,
    pages: [
      { view: 'people' },
      { view: 'people/review', Page: ReviewView },
      { view: 'people/import', role: 'owner', Page: ImportView },
    ],
  },
  {
    label: 'Invites',
    Icon: WavesIcon,
    pages: [{ view: 'invites', Page: WavesView }],
  },
  {
    label: 'Messages',
    Icon: InboxIcon,
    Mark: UnreadMark,
    pages: [
      { view: 'messages', role: 'manager', Page: InboxView },
      { view: 'messages/updates', Page: UpdatesView },
    ],
  },
  { label: 'Figures', Icon: FiguresIcon, pages: [{ view: 'figures' }] },
  {
    label: 'Settings',
    Icon: SettingsIcon,
    Mark: IntegrationsMark,
    pages: [
      ...PAGES.slice(0, 1).map((page) => ({ ...page, Page: SettingsView })),
      { view: 'settings/site', label: 'Site and questions', role: 'owner', Page: SitePage },
      ...PAGES.slice(1).map((page) => ({ ...page, Page: SettingsView })),
      { view: 'settings/start', role: 'owner', Page: StartPart },
    ],
  },
]

export function useSections(): Section[] {
  const account = useAccount()
  const mayOpen = ({ role = 'reader' }: Page) => account !== null && hasRole(account.role, role)
  return SECTIONS.map((section) => ({ ...section, pages: section.pages.filter(mayOpen) })).filter(
    ({ pages }) => pages.length > 0,
  )
}

export function pageOf({ view }: View): Page {
  return SECTIONS.flatMap(({ pages }) => pages).find((page) => page.view === view)!
}

/** The filters stay. */
export function leadTo({ view }: Page): Partial<View> {
  return { view, open: null, act: null, wave: null, update: null }
}
