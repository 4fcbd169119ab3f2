import type { ActKindName } from '#shared/acts.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { ActKind } from './kind.ts'
import { note } from './kinds/note.ts'
import { createReviewKinds } from './kinds/review.ts'
import { tag } from './kinds/tag.ts'

// Each kind gets its own params back, whose types the engine does not know.
export type ActKinds = Record<ActKindName, ActKind<any, any>>

/** Every kind of act. */
export function createKinds({ enqueue }: { enqueue: Enqueue }): ActKinds {
  return { tag, note, ...createReviewKinds({ enqueue }) }
}
