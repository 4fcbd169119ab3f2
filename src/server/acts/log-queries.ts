import type { ActRow, EntryAct, LogQuery, Note } from '#shared/list/acts.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from '../people/instant.ts'

/** The latest undo of this act. It may have skipped people. */
const UNDONE_BY = `(select max(u.id::text)::uuid from acts u where u.undoes = a.id)`

/** Nobody can undo an erasure. */
const IS_CHANGED = `kind <> 'erase' and changed > taken_back and exists (
  select from act_entries one join waitlist_entries w on w.id = one.entry_id
  where one.act_id = a.id and one.state = 'changed' and not one.is_taken_back and w.erased_at is null)`

const IS_LEFT = `(${IS_CHANGED} or (kind in ('trust-rule', 'settings', 'milestone') or kind = 'referral-rule' and params ? 'before')
    and not exists (select from acts u where u.undoes = a.id))
  and not exists (select from acts u where u.undoes = a.id and u.state in ('running', 'stopping'))`

const PERSON = `case when total = 1 then (
  select json_build_object('id', w.id, 'email', w.email)
  from act_entries one join waitlist_entries w on w.id = one.entry_id where one.act_id = a.id) end`

const NOTES = `(select coalesce(json_agg(n order by n.reason), '[]') from (
  select reason, count(*)::int as entries from act_entries
  where act_id = a.id and state = 'changed' and reason is not null group by reason) as n)`

const FRIENDS_OF_CODE = `(select newest_code from waitlist_entries w
  where w.id = coalesce(selection #>> '{friends,inviter}', selection ->> 'friends_of')::uuid)`

const ACCOUNT = `(select json_build_object('id', c.id, 'name', c.name) from accounts c where c.id = a.account_id)`

const ACT = `(${IS_LEFT}) as is_left, a.id, kind, selection, params, actor, ${ACCOUNT} as account, state, total, changed, unchanged, skipped, problem,
  ${instant('created_at')} as created_at, ${instant('finished_at')} as finished_at, undoes, ${PERSON} as person,
  ${FRIENDS_OF_CODE} as friends_of_code, ${NOTES} as notes`

type Row = Omit<ActRow, 'can_undo'> & { is_left: boolean }

type Log = Omit<LogQuery, 'cursor'> & { timeZone: string; before: string | null; limit: number }

export async function readActs(db: Queryable, { account, kind, day, timeZone, before, limit }: Log): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select ${ACT}, ${UNDONE_BY} as undone_by from acts a
     where ($1::uuid is null or a.id < $1) and ($3::uuid is null or a.account_id = $3) and ($4::text is null or a.kind = $4)
       and ($5::date is null or a.created_at >= $5::date::timestamp at time zone $6
         and a.created_at < ($5::date + 1)::timestamp at time zone $6)
     order by a.id desc limit $2`,
    [before, limit, account ?? null, kind ?? null, day ?? null, timeZone],
  )
  return rows
}

export async function readActRow(db: Queryable, id: string): Promise<Row | null> {
  const { rows } = await db.query<Row>(`select ${ACT}, ${UNDONE_BY} as undone_by from acts a where a.id = $1`, [id])
  return rows[0] ?? null
}

export async function countReasons(db: Queryable, actId: string): Promise<{ reason: string; entries: number }[]> {
  const { rows } = await db.query<{ reason: string; entries: number }>(
    `select reason, count(*)::int as entries from act_entries where act_id = $1 and state = 'skipped' and reason is not null
     group by reason order by reason`,
    [actId],
  )
  return rows
}

type Skipped = { entry_id: string; reason: string }

export async function readSkipped(
  db: Queryable,
  { actId, after, limit }: { actId: string; after: string | null; limit: number },
): Promise<Skipped[]> {
  const { rows } = await db.query<Skipped>(
    `select entry_id, reason from act_entries
     where act_id = $1 and reason is not null and ($2::uuid is null or entry_id > $2) order by entry_id limit $3`,
    [actId, after, limit],
  )
  return rows
}

export async function readChanged(
  db: Queryable,
  { actId, after, limit }: { actId: string; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ entry_id: string }>(
    `select entry_id from act_entries
     where act_id = $1 and state = 'changed' and ($2::uuid is null or entry_id > $2) order by entry_id limit $3`,
    [actId, after, limit],
  )
  return rows.map(({ entry_id }) => entry_id)
}

/** The changes that acts made to an entry. `applied` is unique among the acts of one entry. */
export async function readEntryActs(
  db: Queryable,
  { entryId, before, limit }: { entryId: string; before: number | null; limit: number },
): Promise<(EntryAct & { applied: number })[]> {
  const { rows } = await db.query<EntryAct & { applied: number }>(
    `select a.id, kind, params, actor, ${ACCOUNT} as account, undoes, case when e.is_taken_back then ${UNDONE_BY} end as undone_by,
       ${instant('a.created_at')} as created_at, e.before, e.after, a.total, n.text as note, e.applied::float8 as applied
     from act_entries e join acts a on a.id = e.act_id
     left join entry_notes n on n.entry_id = e.entry_id and n.act_id = e.act_id and n.is_shown
     where e.entry_id = $1 and e.state = 'changed' and ($2::bigint is null or e.applied < $2)
     order by e.applied desc limit $3`,
    [entryId, before, limit],
  )
  return rows
}

export async function readLabels(
  db: Queryable,
  { entryId, notes }: { entryId: string; notes: number },
): Promise<{ tags: string[]; notes: Note[] }> {
  const { rows } = await db.query<{ tags: string[]; notes: Note[] }>(
    `select array(select tag from entry_tags where entry_id = $1 order by tag) as tags, coalesce((
       select json_agg(json_build_object('act_id', n.act_id, 'text', n.text, 'created_at', ${instant('n.created_at')},
           'account', ${ACCOUNT}) order by n.act_id desc)
       from (select * from entry_notes where entry_id = $1 and is_shown order by act_id desc limit $2) as n
       join acts a on a.id = n.act_id), '[]')
       as notes`,
    [entryId, notes],
  )
  return rows[0]!
}
