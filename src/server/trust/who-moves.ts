import type pg from 'pg'
import { migrateWithin } from '../db/migrate.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { WHY } from '../people/why.ts'
import { placesOf, ruleNow } from '../people/places/referral-rule.ts'
import { putMost, recountNext } from './keep-rule.ts'
import { findRows, type Transaction } from '../db/query.ts'

/** `stopped` and `started`: friends by `WHY`. `places`: of the friends who counted before, if the rule of the list gives others. */
export type Move = {
  email: string
  before: number
  after: number
  stopped: Record<string, number> | null
  started: number
  places: { friends: number; before: number; after: number } | null
}

/** Who moves, and why, once this version has counted everybody. Changes nothing. Nobody can join meanwhile. `readMost`: of the migrated list. */
export async function whoMoves(
  client: pg.Client,
  readMost: (tx: Transaction) => Promise<number | null>,
): Promise<Move[]> {
  await client.query('begin')
  try {
    await client.query(
      'create temp table before on commit drop as select id, position, credited_places, referrals from waitlist_entries',
    )
    await migrateWithin(client)
    await client.query('create temp table counted on commit drop as select id from waitlist_entries where counts')
    const most = await readMost(client)
    await lockCounter(client)
    await putMost(client, most)
    while (await recountNext(client));
    return await findRows<Move>(
      client,
      `with friends as (
         select f.inviter_id, ${WHY} as why, c.id is not null as counted, count(*)::integer as people
         from waitlist_entries f left join counted c using (id)
         where f.inviter_id is not null and f.erased_at is null and f.counts <> (c.id is not null)
         group by 1, 2, 3)
       select f.email, before.position as before, f.position as after,
         (select json_object_agg(why, people) from friends where inviter_id = f.id and counted) as stopped,
         (select coalesce(sum(people), 0)::integer from friends where inviter_id = f.id and not counted) as started,
         case when before.credited_places <> ${placesOf('before.referrals')} then json_build_object(
           'friends', before.referrals, 'before', before.credited_places, 'after', ${placesOf('before.referrals')}) end as places
       from before join waitlist_entries f using (id) cross join (${ruleNow()}) as rule
       where f.erased_at is null and f.position <> before.position
       order by f.position - before.position desc, before.position`,
    )
  } finally {
    await client.query('rollback')
  }
}
