import { moveMessages } from '../contact/forget-messages.ts'
import type { Transaction } from '../db/pool.ts'
import { findInFlight } from '../deliveries/erasing/forget-deliveries.ts'
import { movePerson } from '../deliveries/erasing/move-person.ts'
import { readdressEntry } from '../joining/readdress-entry.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import { lockEntries } from '../joining/forget-entries.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'
import { findHolder } from '../people/find-holder.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { moveMailbox } from '../trust/mailbox-queries.ts'

/**
 * Gives a person another address, with their messages and what the services have of them, and ends the links at the old
 * one. `busy`: a mail or a sync that is under way has read the old address, and comes to its end first. `taken`: somebody
 * on the list has the address. `gone`: the person was erased.
 */
export type MoveAddress = (
  tx: Transaction,
  move: { entryId: string; to: string },
) => Promise<'done' | 'busy' | 'taken' | 'gone'>

/**
 * With `eraseEntries`, the person has proved that the address is theirs: an entry that never did gives way, and is
 * erased.
 */
export function createMoveAddress({
  tokens,
  eraseEntries,
}: {
  tokens: Tokens
  eraseEntries?: EraseEntries
}): MoveAddress {
  return async (tx, { entryId, to }) => {
    const counter = await lockAndReadCounter(tx)
    const { locked, busy } = await lockEntries(tx, [entryId])
    if (busy.length > 0) return 'busy'
    const [entry] = locked
    if (!entry) return 'gone'
    if ((await findInFlight(tx, [{ ...entry, messageIds: [] }])).size > 0) return 'busy'
    const holder = await findHolder(tx, to)
    if (holder && !(eraseEntries && holder.gives_way)) return 'taken'
    if (holder) {
      const { erased } = await eraseEntries!(tx, [holder.id])
      if (erased.length === 0) return 'busy'
      await advanceCounter(tx, { entries: 0, updates: 1 })
    }
    const { email: from } = entry
    await readdressEntry(tx, { entryId, from, to, isProven: eraseEntries !== undefined, counter })
    await moveMessages(tx, { from, to })
    // Made-up people go to no service.
    if (!entry.is_seeded) await movePerson(tx, { id: entryId, from })
    await moveMailbox(tx, { entryId, to })
    // A link in the former mailbox must not end mail to the new one.
    for (const purpose of ['place', 'browser', 'confirm', 'invitation', 'redemption', 'unsubscribe'] as const)
      await tokens.revoke(tx, purpose, entryId)
    return 'done'
  }
}
