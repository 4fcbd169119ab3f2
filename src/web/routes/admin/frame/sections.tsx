import { type ComponentType, Suspense } from 'react'
import { part } from '../../../loading/part.tsx'
import { Empty } from '../../../ui/panel.tsx'
import { type Role, hasRole } from '#shared/owner/accounts.ts'
import { InboxView } from '../messages/inbox-view.tsx'
import { type Trouble, IntegrationsMark } from '../integrations/service.tsx'
import { ReviewMark } from '../review/review-mark.tsx'
import { ReviewView } from '../review/review-view.tsx'
import { FiguresIcon, HomeIcon, InboxIcon, PeopleIcon, SettingsIcon, WavesIcon } from '../../../ui/tool-icons.tsx'
import { PAGES } from '../settings/pages.tsx'
import { SettingsView } from '../settings/settings-view.tsx'
import { useAccount } from '../state/use-account.tsx'
import type { SectionProps } from '../state/use-view.tsx'
import type { View } from '../state/view.ts'
import { WavesView } from '../waves/waves-view.tsx'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../ui/words.ts'
import { unreadQuery } from '../state/queries.ts'

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

/** A new section needs a line here and a name in `VIEWS` of `state/view.ts`. */
const SECTIONS: readonly Section[] = [
  { label: 'Overview', Icon: HomeIcon, pages: [{ view: 'overview' }] },
  {
    label: 'People',
    Icon: PeopleIcon,
    Mark: ReviewMark,
    pages: [
      { view: 'people' },
      { view: 'people/review', Page: ReviewView },
      {
        view: 'people/import',
        role: 'owner',
        Page: apart(() => import('../people/import-view.tsx').then((chunk) => chunk.ImportView)),
      },
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
      {
        view: 'messages/updates',
        Page: apart(() => import('../messages/updates-view.tsx').then((chunk) => chunk.UpdatesView)),
      },
    ],
  },
  { label: 'Figures', Icon: FiguresIcon, pages: [{ view: 'figures' }] },
  {
    label: 'Settings',
    Icon: SettingsIcon,
    Mark: IntegrationsMark,
    pages: [
      ...PAGES.slice(0, 1).map((page) => ({ ...page, Page: SettingsView })),
      {
        view: 'settings/site',
        label: 'Site and questions',
        role: 'owner',
        Page: apart(() => import('../site/site-view.tsx').then((chunk) => chunk.SiteView)),
      },
      ...PAGES.slice(1).map((page) => ({ ...page, Page: SettingsView })),
      {
        view: 'settings/start',
        role: 'owner',
        Page: apart(() => import('../settings/start-page.tsx').then((chunk) => chunk.StartPage)),
      },
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

function UnreadMark() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  if (unread === 0) return null
  return (
    <span className="section-mark">
      {counted(unread)}
      <span className="sr-only"> unread</span>
    </span>
  )
}

/** Few visits to the dashboard need such a page, so it is loaded separately. */
function apart(load: Parameters<typeof part<SectionProps>>[0]) {
  const Page = part<SectionProps>(load)
  return (props: SectionProps) => (
    <Suspense fallback={<Empty>Loading data...</Empty>}>
      <Page {...props} />
    </Suspense>
  )
}
