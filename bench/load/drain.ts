import { setTimeout as sleep } from 'node:timers/promises'
import { CHANNELS } from '#shared/owner/integrations.ts'
import type { Queryable } from '../../src/server/db/query.ts'

/** Without a delivery for this long, something is stuck. */
const LONGEST_STILL_MS = 60_000
const UNFINISHED = `select (last_event - seq + (select count(*) from outbox where channel = any($1) and state = 'waiting'))::int as count
  from waitlist_counter, followers where name = 'outbox'`

export async function endPauses(db: Queryable): Promise<void> {
  await db.query('update outside_services set paused_until = null where paused_until > now()')
}

export async function countLate(db: Queryable): Promise<number> {
  return (await db.query<{ count: number }>(UNFINISHED, [CHANNELS])).rows[0]!.count
}

/** Ends all pauses meanwhile. */
export async function drain(db: Queryable): Promise<void> {
  let [least, since] = [Infinity, Date.now()]
  for (let late = await countLate(db); late > 0; late = await countLate(db)) {
    if (late < least) [least, since] = [late, Date.now()]
    if (Date.now() - since > LONGEST_STILL_MS) throw new Error(`${late} deliveries are stuck`)
    await endPauses(db)
    await db.query(`update referral_mails set sent_at = '{}'`)
    await db.query(`update outbox set due_at = now() where state = 'waiting' and due_at > now()`)
    await sleep(500)
  }
}
