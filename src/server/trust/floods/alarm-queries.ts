import type { Queryable } from '../../db/pool.ts'
import type { Alarm } from './alarms.ts'

export type Latest = { code: string | null; block: string | null; joins: number; doubtful: number }

const MOST = 5_000

/** Requests that wait for a confirmation count like joins. */
export async function countLatest(db: Queryable, since: Date): Promise<Latest[]> {
  const { rows } = await db.query<Latest>(
    `select code, block, count(*)::int as joins, count(*) filter (where is_doubtful)::int as doubtful from (
       select used_referral_code as code, block::text, is_doubtful
       from (select * from waitlist_entries order by joined_position desc limit ${MOST}) as e where seen_at > $1
       union all
       select code, request #>> '{seen,block}',
         jsonb_typeof(request #> '{seen,marks}') = 'array'
           and (code is not null or request #> '{seen,marks}' <> '["no-page"]')
       from (
         select request, request ->> 'used_referral_code' as code from join_requests
         where created_at > $1 order by created_at desc limit ${MOST}) as waiting) as latest
     group by 1, 2`,
    [since],
  )
  return rows
}

export async function findMailed(db: Queryable, { since, most }: { since: Date; most: number }): Promise<string[]> {
  const { rows } = await db.query<{ block: string }>(
    `select request #>> '{seen,block}' as block from join_requests
     where created_at > $1 and request #>> '{seen,block}' is not null
     group by 1 having count(distinct key) >= $2`,
    [since, most],
  )
  return rows.map(({ block }) => block)
}

export async function hasRequests(db: Queryable, since: Date): Promise<boolean> {
  const { rows } = await db.query('select from join_requests where created_at > $1 limit 1', [since])
  return rows.length > 0
}

export async function keepAlarms(db: Queryable, { alarms, until }: { alarms: Alarm[]; until: Date }): Promise<void> {
  if (alarms.length === 0) return
  await db.query(
    `insert into trust_alarms (scope, key, until) select scope, key, $2
     from json_to_recordset($1) as t (scope text, key text) order by scope, key
     on conflict (scope, key) do update set until = greatest(trust_alarms.until, excluded.until)`,
    [JSON.stringify(alarms), until],
  )
}

export async function readAlarms(db: Queryable, now: Date): Promise<Alarm[]> {
  const { rows } = await db.query<Alarm>('select scope, key from trust_alarms where until > $1', [now])
  return rows
}

export async function dropAlarms(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from trust_alarms where until < $1', [before])
}
