import { moveMessages } from '../contact/forget-messages.ts'
import type { Transaction } from '../db/pool.ts'
import { findInFlight } from '../deliveries/erasing/forget-deliveries.ts'
import { movePerson } from '../deliveries/erasing/move-person.ts'
import { changeEmail } from '../joining/change-email.ts'
import { lockEntries } from '../joining/forget-entries.ts'
import { lockAndReadCounter } from '../listing/counter.ts'
import { findUnknown } from '../people/find-unknown.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Gives a person another address, with their messages and what the services have of them, and ends the links at the old
 * one. `busy`: a mail or a sync that is under way has read the old address, and comes to its end first. `taken`: somebody
 * on the list has the address. `gone`: the person was erased.
 */
export type MoveAddress = (
  tx: Transaction,
  move: { entryId: string; to: string },
) => Promise<'done' | 'busy' | 'taken' | 'gone'>

export function createMoveAddress(tokens: Tokens): MoveAddress {
  return async (tx, { entryId, to }) => {
    const counter = await lockAndReadCounter(tx)
    const { locked, busy } = await lockEntries(tx, [entryId])
    if (busy.length > 0) return 'busy'
    const [entry] = locked
    if (!entry) return 'gone'
    if ((await findInFlight(tx, [{ ...entry, messageIds: [] }])).size > 0) return 'busy'
    if ((await findUnknown(tx, [to])).unknown.length === 0) return 'taken'
    const { email: from } = entry
    await changeEmail(tx, { entryId, from, to, counter })
    await moveMessages(tx, { from, to })
    // Made-up people go to no service.
    if (!entry.is_seeded) await movePerson(tx, { id: entryId, from })
    for (const purpose of ['place', 'browser', 'confirm', 'invitation'] as const)
      await tokens.revoke(tx, purpose, entryId)
    return 'done'
  }
}
