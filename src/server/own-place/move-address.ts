import { moveMessages } from '../contact/forget-messages.ts'
import type { Transaction } from '../db/pool.ts'
import { findInFlight } from '../deliveries/erasing/forget-deliveries.ts'
import { movePerson } from '../deliveries/erasing/move-person.ts'
import { forgetAsked } from '../deliveries/mail/ask-for-links.ts'
import { forgetStatisticsSoon } from '../outbox/rows.ts'
import { readdressEntry } from '../joining/change-entry.ts'
import type { EraseEntries } from '../erasing/erase-entries.ts'
import { lockEntries } from '../joining/forget-entries.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { leaveAddress } from '../opt-outs/opt-outs.ts'
import { forgetChanges } from '../people/addresses/email-changes.ts'
import { findHolder } from '../people/addresses/email-keys.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { judgeAddress } from '../trust/judge-joins.ts'
import { forgetBounces } from '../waves/reopen.ts'

/**
 * Ends the links that were mailed to the old address. `busy`: a mail or a sync under way has read it and must end
 * first. `taken`: somebody on the list has the address.
 */
export type MoveAddress = (tx: Transaction, move: Move) => Promise<'done' | 'busy' | 'taken' | 'gone'>

/** `email changed`: the person has proved that the address is theirs. */
type Move = { entryId: string; to: string; event: 'email changed' | 'email corrected' | 'correction undone' }

export function createMoveAddress({
  tokens,
  eraseEntries,
}: {
  tokens: Tokens
  eraseEntries: EraseEntries
}): MoveAddress {
  return async (tx, { entryId, to, event }) => {
    const isProven = event === 'email changed'
    await lockCounter(tx)
    const { locked, busy } = await lockEntries(tx, [entryId])
    if (busy.length > 0) return 'busy'
    const [entry] = locked
    if (!entry) return 'gone'
    if ((await findInFlight(tx, [{ ...entry, messageIds: [] }])).size > 0) return 'busy'
    const obstacle = await clearAddress(tx, { entryId, to, isProven }, eraseEntries)
    if (obstacle !== null) return obstacle
    const { email: from } = entry
    await leaveAddress(tx, { entryId, from, isTheirs: isProven || entry.has_confirmed })
    await readdressEntry(tx, { entryId, to, isProven })
    await moveMessages(tx, { from, to })
    if (!entry.is_seeded) await movePerson(tx, { id: entryId, from })
    await judgeAddress(tx, { id: entryId, email: to })
    await tokens.end(tx, event, entryId)
    // After a correction, `inviteAgain` does this.
    if (isProven) await forgetBounces(tx, entryId)
    else {
      // Somebody who reads the former mailbox may have asked for a change of address, or for links.
      await forgetChanges(tx, [entryId])
      await forgetAsked(tx, entryId)
    }
    await forgetStatisticsSoon(tx)
    return 'done'
  }
}

/**
 * Erases an entry that has the address, if its person is leaving and the new owner has proved the address. Null if it
 * is free.
 */
async function clearAddress(
  tx: Transaction,
  { entryId, to, isProven }: { entryId: string; to: string; isProven: boolean },
  eraseEntries: EraseEntries,
): Promise<'busy' | 'taken' | null> {
  const found = await findHolder(tx, to)
  // The new address may be another spelling of the person's own address.
  const holder = found?.id === entryId ? null : found
  if (holder && !(isProven && holder.gives_way)) return 'taken'
  if (holder) {
    const { erased } = await eraseEntries(tx, [holder.id])
    if (erased.length === 0) return 'busy'
    await advanceCounter(tx, { entries: 0, updates: 1 })
  }
  return null
}
