import type { Syncing } from '../../../sync/use-sync.ts'
import type { ChangeView } from './use-view.ts'
import type { View } from './view.ts'

/** The props of a section's page. `onOpen` opens a profile. */
export type SectionProps = { view: View; syncing: Syncing; onChange: ChangeView; onOpen: (id: string) => void }
