import type { Transaction } from '../db/pool.ts'
import { advanceCounter } from '../listing/rows/counter.ts'
import { recordEvents } from '../events/record-events.ts'
import { forgetKeys, keepKeys } from '../people/addresses/email-keys.ts'
import { forgetRequests } from './requests.ts'

type Change = {
  entryId: string
  to: string
  /** Whether the person has confirmed the new address. */
  isProven: boolean
}

/**
 * Gives an entry another address, which nobody on the list has, and deletes the requests that wait for a confirmation
 * at the old one. Call this with the counter locked.
 */
export async function readdressEntry(tx: Transaction, { entryId, to, isProven }: Change): Promise<void> {
  await tx.query(
    `update waitlist_entries set email = $2, updated_at = now(),
       confirmed_at = case when $3 then now() else confirmed_at end where id = $1`,
    [entryId, to, isProven],
  )
  await forgetRequests(tx, entryId)
  await forgetKeys(tx, [entryId])
  await keepKeys(tx, [{ id: entryId, email: to }])
  await recordEvents(tx, 'readdressed', [entryId])
  await advanceCounter(tx, { entries: 0, updates: 1 })
}
