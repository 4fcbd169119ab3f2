import type { Transaction } from '../db/pool.ts'
import type { Counter } from '../listing/counter.ts'
import { advanceCounter } from '../listing/counter.ts'
import { changeListings, toListing } from '../listing/listing.ts'
import { keepStanding } from '../ledger/keep-standing.ts'
import { settleCredits } from '../ledger/settle-credits.ts'
import { forgetKeys, keepKeys } from '../people/email-keys.ts'
import { IS_UNCONFIRMED } from '../people/unconfirmed.ts'
import { findKnownEntries } from './queries.ts'

type Change = {
  entryId: string
  from: string
  to: string
  /** Whether the person has confirmed the new address. */
  isProven: boolean
  counter: Counter
}

/**
 * Gives an entry another address, which nobody on the list has. An unconfirmed entry stays unconfirmed: only its own mail
 * confirms it. Call this with the counter locked.
 */
export async function readdressEntry(tx: Transaction, { entryId, from, to, isProven, counter }: Change): Promise<void> {
  const known = await findKnownEntries(tx, { emails: [from], submissionIds: [] })
  await tx.query(
    `update waitlist_entries set email = $2, updated_at = now(),
       confirmed_at = case when ${IS_UNCONFIRMED} or not $3 then confirmed_at else now() end where id = $1`,
    [entryId, to, isProven],
  )
  await keepStanding(tx, [entryId], () => settleCredits(tx, [entryId]))
  await forgetKeys(tx, [entryId])
  await keepKeys(tx, [{ id: entryId, email: to }])
  await changeListings(
    tx,
    known.map((entry) => ({
      entry_id: entry.id,
      ...toListing({ ...entry, ...entry.answers, email: to }, counter.slots),
    })),
  )
  await advanceCounter(tx, { entries: 0, updates: 1 })
}
