import type { PersonDeliveries } from '#shared/owner/deliveries.ts'
import type { Queryable } from '../../db/pool.ts'
import { MISSED } from '../../outbox/follow.ts'
import { instant } from '../../people/instant.ts'

export async function readPersonDeliveries(db: Queryable, entryId: string): Promise<PersonDeliveries> {
  const { rows } = await db.query<PersonDeliveries['deliveries'][number]>(
    `select channel,
       case when state = 'given up' then 'failed' else state end as state, error as reason,
       count, ${instant('changed_at')} as changed_at
     from (
       select *, row_number() over newest as place, (count(*) over (partition by channel))::int as count
       from (select channel, state, error, changed_at, subject, friend_id from outbox union all
           select channel, state, error, changed_at, subject, friend_id from (${MISSED}) as missed) as rows
       where subject = $1 window newest as (partition by channel order by changed_at desc, friend_id)
     ) as newest_first
     where place = 1 order by changed_at, channel`,
    [entryId],
  )
  return { deliveries: rows }
}
