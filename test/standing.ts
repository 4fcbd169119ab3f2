import { PLACES_PER_FRIEND } from '#site/referral.ts'
import { inTransaction } from '../src/server/db/transaction.ts'
import { advanceCounter, lockCounter } from '../src/server/listing/counter.ts'
import { keepRanks } from '../src/server/places/keep-ranks.ts'
import type { TestApp } from './test-app.ts'

/** Makes an assignment to the entries of these people, in a transaction as an owner's act has one. */
export async function changeStanding({ pool }: TestApp, ids: string[], assignment: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await keepRanks(tx, ids, async () => {
      await tx.query(`update waitlist_entries set ${assignment} where id = any($1)`, [ids])
    })
    await advanceCounter(tx, { entries: 0, updates: ids.length })
  })
}

/** A person joins through a server of an earlier version, which keeps no ranks. */
export async function joinWithoutRanks({ pool }: TestApp, email: string, referrerId: string | null): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await tx.query(
      `insert into waitlist_entries (id, email, joined_position, referral_code, newest_code)
       select gen_random_uuid(), $1, last_position + 1, 'AAAAAA', 'AAAAAA' from waitlist_counter`,
      [email],
    )
    await tx.query(
      `insert into entry_listing (entry_id, created_at, search, business, industry, price, problems, goals, is_referred)
       select id, now(), email, '', 'Unknown', 'Unknown', 0, 0, $2 from waitlist_entries where email = $1`,
      [email, referrerId !== null],
    )
    await tx.query(
      `update waitlist_entries
       set credited_places = credited_places + ${PLACES_PER_FRIEND}, referrals = referrals + 1 where id = $1`,
      [referrerId],
    )
    await tx.query('update waitlist_counter set last_position = last_position + 1, entries = entries + 1', [])
  })
}
