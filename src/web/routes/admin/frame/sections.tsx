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
import { useAccount } from '../session/use-account.ts'
import { WhatIfView } from '../what-if/what-if-view.tsx'
import { UpdatesView } from '../updates/updates-view.tsx'
import type { SectionProps } from '../view/section-props.ts'
import type { View } from '../view/view.ts'
import { WavesView } from '../waves/waves-view.tsx'

type Page = {
  view: View['view']
  /** The name in the list of pages beside a page of the settings. */
  label?: string
  /** The lowest role that may open the page. If not given, everybody may. */
  role?: Role
  /** Overview, People and Figures have none: they share a component. */
  Page?: ComponentType<SectionProps>
  /** The trouble that the list of settings marks beside the label. */
  trouble?: Trouble
}

export type Section = {
  label: string
  Icon: ComponentType
  /** A mark beside the label, with a text for screen readers, if the section needs the owner's attention. */
  Mark?: ComponentType
  /** The section leads to the first that the account may open. */
  pages: readonly Page[]
}

/**
 * The sections in the order of the navigation. A new section needs a line here and a name in `VIEWS` of `view/view.ts`.
 */
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
    pages: [
      { view: 'invites', Page: WavesView },
      { view: 'invites/rules', role: 'manager', Page: WhatIfView },
    ],
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

/** The sections that the account may open, each with those of its pages that it may open. */
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

/** The change of the view that leads to a page. The filters stay. */
export function leadTo({ view }: Page): Partial<View> {
  return { view, open: null, act: null, wave: null, update: null }
}
