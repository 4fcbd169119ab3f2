import type { PersonDeliveries } from '#shared/owner/deliveries.ts'
import type { Queryable } from '../../db/pool.ts'
import { instant } from '../../people/instant.ts'

/**
 * The deliveries to a person, one line per channel. The line of notifications about friends shows the one that changed
 * last.
 */
export async function readPersonDeliveries(db: Queryable, entryId: string): Promise<PersonDeliveries> {
  const { rows } = await db.query<PersonDeliveries['deliveries'][number]>(
    `select channel,
       case when state = 'not set up' then 'kept'
         when state in ('queued', 'sending', 'waiting', 'retrying') then 'waiting' else state end as state,
       case when state = 'not set up' then null else error end as reason,
       count, ${instant('changed_at')} as changed_at
     from (
       select *, row_number() over newest as place, (count(*) over (partition by channel))::int as count
       from deliveries where entry_id = $1 window newest as (partition by channel order by changed_at desc, friend_id)
     ) as newest_first
     where place = 1 order by changed_at, channel`,
    [entryId],
  )
  return { deliveries: rows }
}
