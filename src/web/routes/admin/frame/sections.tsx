import type { ComponentType } from 'react'
import type { Syncing } from '../../../sync/use-sync.ts'
import { ActsView } from '../acts/acts-view.tsx'
import { ImportView } from '../import/import-view.tsx'
import { InboxView } from '../inbox/inbox-view.tsx'
import { UnreadMark } from '../inbox/unread-mark.tsx'
import { IntegrationsMark } from '../integrations/integrations-mark.tsx'
import { IntegrationsView } from '../integrations/integrations-view.tsx'
import { ReviewMark } from '../review/review-mark.tsx'
import { ReviewView } from '../review/review-view.tsx'
import {
  ActsIcon,
  FiguresIcon,
  ImportIcon,
  InboxIcon,
  IntegrationsIcon,
  PeopleIcon,
  ReviewIcon,
  WavesIcon,
} from '../ui/icons.tsx'
import { WhatIfView } from '../what-if/what-if-view.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { WavesView } from '../waves/waves-view.tsx'

/** What the page of a section gets. `onOpen` opens a profile. */
export type SectionProps = { view: View; syncing: Syncing; onChange: ChangeView; onOpen: (id: string) => void }

export type Section = {
  label: string
  Icon: ComponentType
  view: View['view']
  /** The one tab that belongs to this section. */
  tab?: View['tab']
  /** Says beside the label that something waits for the owner, in words for screen readers too. */
  Mark?: ComponentType
  /** In place of the figures and the tabs. */
  Page?: ComponentType<SectionProps>
}

/** The navigation, in its order. A further section is a line here and a name in `VIEWS` of `view/view.ts`. */
export const SECTIONS: readonly Section[] = [
  { label: 'People', Icon: PeopleIcon, view: 'list', tab: 'submissions' },
  { label: 'Figures', Icon: FiguresIcon, view: 'list' },
  { label: 'Review', Icon: ReviewIcon, view: 'review', Mark: ReviewMark, Page: ReviewView },
  { label: 'Waves', Icon: WavesIcon, view: 'waves', Page: WavesView },
  { label: 'Inbox', Icon: InboxIcon, view: 'inbox', Mark: UnreadMark, Page: InboxView },
  {
    label: 'Integrations',
    Icon: IntegrationsIcon,
    view: 'integrations',
    Mark: IntegrationsMark,
    Page: IntegrationsView,
  },
  { label: 'Activity', Icon: ActsIcon, view: 'acts', Page: ActsView },
]

/** Pages that are reached from another section. The navigation has no room for them on a phone. */
const FURTHER_PAGES: readonly Section[] = [
  { label: 'Import', Icon: ImportIcon, view: 'import', Page: ImportView },
  { label: 'What if?', Icon: FiguresIcon, view: 'what-if', Page: WhatIfView },
]

export function sectionOf(view: View): Section {
  return [...SECTIONS, ...FURTHER_PAGES].find(
    (section) => section.view === view.view && (section.tab ?? view.tab) === view.tab,
  )!
}

/** The change of the view that leads to a section. The filters stay. */
export function leadTo(section: Section, view: View): Partial<View> {
  const figures = view.tab === 'submissions' ? 'overview' : view.tab
  return {
    view: section.view,
    tab: section.tab ?? (section.view === 'list' ? figures : view.tab),
    open: null,
    act: null,
    wave: null,
  }
}
