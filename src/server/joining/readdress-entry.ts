import type { Transaction } from '../db/pool.ts'
import type { Counter } from '../listing/counter.ts'
import { advanceCounter } from '../listing/counter.ts'
import { changeListings, toListing } from '../listing/listing.ts'
import { recordEvents } from '../events/record-events.ts'
import { forgetKeys, keepKeys } from '../people/email-keys.ts'
import { findKnownEntries } from './queries.ts'
import { forgetRequests } from './requests.ts'

type Change = {
  entryId: string
  from: string
  to: string
  /** Whether the person has confirmed the new address. */
  isProven: boolean
  counter: Counter
}

/**
 * Gives an entry another address, which nobody on the list has, and forgets what waits for a confirmation at the old one.
 * Call this with the counter locked.
 */
export async function readdressEntry(tx: Transaction, { entryId, from, to, isProven, counter }: Change): Promise<void> {
  const known = await findKnownEntries(tx, { emails: [from], submissionIds: [] })
  await tx.query(
    `update waitlist_entries set email = $2, updated_at = now(),
       confirmed_at = case when $3 then now() else confirmed_at end where id = $1`,
    [entryId, to, isProven],
  )
  await forgetRequests(tx, entryId)
  await forgetKeys(tx, [entryId])
  await keepKeys(tx, [{ id: entryId, email: to }])
  await changeListings(
    tx,
    known.map((entry) => ({
      entry_id: entry.id,
      ...toListing({ ...entry, ...entry.answers, email: to }, counter.slots),
    })),
  )
  await recordEvents(tx, 'entry.changed', [entryId])
  await advanceCounter(tx, { entries: 0, updates: 1 })
}
