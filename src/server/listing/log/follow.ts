import type { Follower } from '../../events/follow-log.ts'
import type { EventKind } from '../../events/record-events.ts'
import { listEntries } from '../rows/list-entries.ts'
import { FOLLOWER } from './unread.ts'

const LISTED = new Set<EventKind>(['joined', 'rejoined', 'corrected', 'changed', 'readdressed', 'left'])

/** Lists the entries that the log names. Larger steps cost less per entry, but an erasure waits until a step ends. */
export const LISTING: Follower = {
  name: FOLLOWER,
  most: 1_000,
  step: async (tx, events) => {
    const listed = events.filter(({ kind }) => LISTED.has(kind)).map(({ entry_id }) => entry_id)
    await listEntries(tx, [...new Set(listed)])
  },
}
