import type { ComponentType, ReactNode } from 'react'
import type { Role } from '#shared/owner/accounts.ts'
import { AccountsView } from '../accounts/accounts-view.tsx'
import { ActsView } from '../acts/acts-view.tsx'
import { ImportView } from '../import/import-view.tsx'
import { InboxView } from '../inbox/inbox-view.tsx'
import { UnreadMark } from '../inbox/unread-mark.tsx'
import { IntegrationsMark } from '../integrations/integrations-mark.tsx'
import { IntegrationsView } from '../integrations/integrations-view.tsx'
import { ProgramsView } from '../programs/programs-view.tsx'
import { ReviewGate, ReviewMark } from '../review/review-mark.tsx'
import { ReviewView } from '../review/review-view.tsx'
import {
  ActsIcon,
  FiguresIcon,
  InboxIcon,
  IntegrationsIcon,
  PeopleIcon,
  ReviewIcon,
  SettingsIcon,
  WavesIcon,
} from '../ui/icons.tsx'
import { SettingsView } from '../settings/settings-view.tsx'
import { SitePage } from '../site/site-page.tsx'
import { WhatIfView } from '../what-if/what-if-view.tsx'
import type { SectionProps } from '../view/section-props.ts'
import type { View } from '../view/view.ts'
import { WavesView } from '../waves/waves-view.tsx'

export type Section = {
  label: string
  Icon: ComponentType
  view: View['view']
  /** The lowest role that sees the section. If not given, everybody sees it. */
  role?: Role
  /** A mark beside the label, with a text for screen readers, if the section needs the owner's attention. */
  Mark?: ComponentType
  /** Renders its children only if the section has something to show. */
  Gate?: ComponentType<{ children: ReactNode }>
  /** The content of the section. The sections without it, People and Figures, share one component. */
  Page?: ComponentType<SectionProps>
  /** Pages that are reached from this one. The navigation has no space for them on a phone. */
  under?: Pick<Section, 'view' | 'role' | 'Page'>[]
}

/**
 * The sections in the order of the navigation. A new section needs a line here and a name in `VIEWS` of `view/view.ts`.
 */
export const SECTIONS: readonly Section[] = [
  { label: 'People', Icon: PeopleIcon, view: 'people', under: [{ view: 'import', role: 'owner', Page: ImportView }] },
  { label: 'Figures', Icon: FiguresIcon, view: 'list' },
  { label: 'Review', Icon: ReviewIcon, view: 'review', Mark: ReviewMark, Gate: ReviewGate, Page: ReviewView },
  {
    label: 'Waves',
    Icon: WavesIcon,
    view: 'waves',
    Page: WavesView,
    under: [{ view: 'what-if', role: 'manager', Page: WhatIfView }],
  },
  { label: 'Inbox', Icon: InboxIcon, view: 'inbox', role: 'manager', Mark: UnreadMark, Page: InboxView },
  {
    label: 'Integrations',
    Icon: IntegrationsIcon,
    view: 'integrations',
    role: 'manager',
    Mark: IntegrationsMark,
    Page: IntegrationsView,
  },
  {
    label: 'Settings',
    Icon: SettingsIcon,
    view: 'settings',
    role: 'owner',
    Page: SettingsView,
    under: [
      { view: 'site', role: 'owner', Page: SitePage },
      { view: 'accounts', Page: AccountsView },
      { view: 'programs', role: 'owner', Page: ProgramsView },
    ],
  },
  { label: 'Activity', Icon: ActsIcon, view: 'acts', Page: ActsView },
]

/** The section that a view belongs to, with the page and the role of this view. */
export function sectionOf({ view }: View): Section & { role: Role } {
  const isOf = (page: Pick<Section, 'view'>) => page.view === view
  const section = SECTIONS.find((section) => isOf(section) || section.under?.some(isOf))!
  const { Page, role = 'reader' } = [section, ...(section.under ?? [])].find(isOf)!
  return { ...section, Page, role }
}

/** The change of the view that leads to a section. The filters stay. */
export function leadTo({ view }: Section): Partial<View> {
  return { view, open: null, act: null, wave: null }
}
