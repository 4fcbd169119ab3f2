import type { Follower } from '../../people/events/follow-log.ts'
import { listEntries } from '../rows/list-entries.ts'
import { unreadBy, unsettledBy } from '../../people/events/followers.ts'

export const FOLLOWER = 'listing'

export const UNREAD = unreadBy(FOLLOWER)

export const UNSETTLED = unsettledBy(FOLLOWER)

/** Lists the entries that the log names. Larger steps cost less per entry, but an erasure waits until a step ends. */
export const LISTING: Follower = {
  name: FOLLOWER,
  most: 2_000,
  kinds: ['joined', 'rejoined', 'corrected', 'changed', 'readdressed', 'left'],
  step: async (tx, events) => {
    await listEntries(tx, [...new Set(events.map(({ entry_id }) => entry_id))])
  },
}
