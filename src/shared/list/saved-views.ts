import * as z from 'zod/mini'
import { text } from '../values/text-schema.ts'

export const MOST_VIEWS = 50
export const LONGEST_VIEW_NAME = 60

/** Words of a search may name people, so no view has them. */
const Query = text(2_000, { blank: true }).check(
  z.refine((query) => !new URLSearchParams(query).has('q'), 'must have no search'),
)

export const SavedView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Filters and order, as in the address of People. */
  query: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

export const SavedViews = z.object({ views: z.array(SavedView) })

export const ViewToSave = z.strictObject({ name: text(LONGEST_VIEW_NAME), query: Query })
export type ViewToSave = z.infer<typeof ViewToSave>
