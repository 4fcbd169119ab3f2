import { ERASING_CHANNELS } from '#shared/owner/integrations.ts'
import type { Transaction } from '../../db/pool.ts'
import { sqlList } from '../../db/sql-list.ts'
import { SUBJECT_OF_JOB } from '../../jobs/job-subjects.ts'

/**
 * `subjects` are the ids of entries and messages. `friends` and `referrers` have the same length: each friend and the
 * referrer at the same index stand for one notification.
 */
type Forgotten = { subjects: string[]; friends: string[]; referrers: string[] }

/**
 * Deletes every job of these people from the queue, whatever its state: a body may hold a name, and a failed job holds
 * the service's error message. Bodies that name several people stay, without these people.
 */
export async function forgetJobs(tx: Transaction, { subjects, friends, referrers }: Forgotten): Promise<void> {
  await tx.query(`delete from pgboss.job where ${SUBJECT_OF_JOB} = any($1::text[])`, [subjects])
  await tx.query(
    `delete from pgboss.job
     where ${SUBJECT_OF_JOB} = any($1::text[]) and data #>> '{bodies,0,friend_id}' = any($2::text[])`,
    [referrers, friends],
  )
  await tx.query(
    `update pgboss.job set data = jsonb_build_object('bodies', (
       select jsonb_agg(jsonb_build_object('joined', ${without('joined')}, 'credited', ${without('credited')},
         'asked', ${without('asked')}))
       from jsonb_array_elements(data -> 'bodies') as body))
     where name = 'fan-out' and exists (
       select from jsonb_array_elements(data -> 'bodies') as body,
         jsonb_array_elements(${NAMED}) as named
       where ${NAMES_ONE})`,
    [subjects],
  )
}

/** SQL: all people that the body of a fan-out names. A server of the previous version writes no `asked`. */
const NAMED = `(body -> 'joined') || (body -> 'credited') || coalesce(body -> 'asked', '[]')`

/**
 * SQL: whether `named` is about one of the people in $1. PostgreSQL hashes the result of the subqueries, which helps
 * because a fan-out may name thousands of people.
 */
const NAMES_ONE = ['entry_id', 'friend_id']
  .map((key) => `coalesce(named ->> '${key}' in (select unnest($1::text[])), false)`)
  .join(' or ')

function without(list: string): string {
  return `(select coalesce(jsonb_agg(named), '[]') from jsonb_array_elements(coalesce(body -> '${list}', '[]')) as named
    where not (${NAMES_ONE}))`
}

const ERASING = sqlList(ERASING_CHANNELS)

/** SQL: the ids of people and messages in jobs, apart from the jobs that erase people from services. */
export const PEOPLE_IN_QUEUE = `
  select (${SUBJECT_OF_JOB})::uuid as person from pgboss.job where name not in (${ERASING})
  union all select (data #>> '{bodies,0,friend_id}')::uuid from pgboss.job where name = 'send-referral-notification'
  union all select (named ->> key)::uuid
  from pgboss.job cross join jsonb_array_elements(data -> 'bodies') as body
    cross join jsonb_array_elements(${NAMED}) as named
    cross join unnest(array['entry_id', 'friend_id']) as key
  where name = 'fan-out'`
