import * as z from 'zod/mini'
import type { ActDetail, ActRow, ActsPage, EntryAct, EntryActsPage, LogQuery } from '#shared/list/acts.ts'
import type { EntryLog } from '#shared/list/entry.ts'
import { sumOutcomes } from '../deliveries/services/remains-queries.ts'
import { AppError } from '../base/errors.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import { readEmails } from '../people/find-person.ts'
import { readEntryInvitations } from '../waves/read-waves.ts'
import type { ActKinds } from './kinds.ts'
import { changedBy } from './store/entry-queries.ts'
import { findRow, findRows, instant, parseCursor, type Queryable, refuseCursor, toPage } from '../db/query.ts'

const PAGE_SIZE = 50
const ENTRY_PAGE_SIZE = 20
const NOTES_SHOWN = 20

const ActKey = z.guid()
const AppliedKey = z.int()

type Page = { id: string; cursor?: string | undefined }

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

export async function readActs(
  db: Queryable,
  kinds: ActKinds,
  { cursor, account, kind, day }: LogQuery,
): Promise<ActsPage> {
  const before = parseCursor(ActKey, cursor)
  const { timeZone } = await readCalendar(db)
  const { rows } = await db
    .query<Row>(
      `select ${ACT}, ${UNDONE_BY} as undone_by from acts a
       where ($1::uuid is null or a.id < $1) and ($3::uuid is null or a.account_id = $3) and ($4::text is null or a.kind = $4)
         and ($5::date is null or a.created_at >= $5::date::timestamp at time zone $6
           and a.created_at < ($5::date + 1)::timestamp at time zone $6)
       order by a.id desc limit $2`,
      [before, PAGE_SIZE + 1, account, kind, day, timeZone],
    )
    .catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ id }) => id)
  return { acts: shown.map((row) => withUndo(kinds, row)), next_cursor }
}

export async function readActDetail(db: Queryable, kinds: ActKinds, { id, cursor }: Page): Promise<ActDetail> {
  const after = parseCursor(ActKey, cursor)
  const act = await readActRow(db, id)
  if (!act) throw new AppError('not-found')
  const { rows } = await db
    .query<{ entry_id: string; reason: string }>(
      `select entry_id, reason from act_entries
       where act_id = $1 and reason is not null and ($2::uuid is null or entry_id > $2) order by entry_id limit $3`,
      [id, after, PAGE_SIZE + 1],
    )
    .catch(refuseCursor)
  const reasons = rows.length === 0 && after === null ? [] : await countReasons(db, id)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ entry_id }) => entry_id)
  const emails = await readEmails(
    db,
    shown.map(({ entry_id }) => entry_id),
  )
  return {
    ...withUndo(kinds, act),
    reasons,
    skipped_people: shown.map(({ entry_id, reason }) => ({
      entry: { id: entry_id, email: emails.get(entry_id) ?? null },
      reason,
    })),
    next_cursor,
    erased: act.kind === 'erase' ? { sums: await sumOutcomes(db, changedBy(id)) } : null,
  }
}

/** The changes that acts made to an entry. `applied` is unique among the acts of one entry. */
export async function readEntryActs(db: Queryable, { id, cursor }: Page): Promise<EntryActsPage> {
  const before = parseCursor(AppliedKey, cursor)
  const { rows } = await db
    .query<EntryAct & { applied: number }>(
      `select a.id, kind, params, actor, ${ACCOUNT} as account, undoes, case when e.is_taken_back then ${UNDONE_BY} end as undone_by,
         ${instant('a.created_at')} as created_at, e.before, e.after, a.total, n.text as note, e.applied::float8 as applied
       from act_entries e join acts a on a.id = e.act_id
       left join entry_notes n on n.entry_id = e.entry_id and n.act_id = e.act_id and n.is_shown
       where e.entry_id = $1 and e.state = 'changed' and ($2::bigint is null or e.applied < $2)
       order by e.applied desc limit $3`,
      [id, before, ENTRY_PAGE_SIZE + 1],
    )
    .catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, ENTRY_PAGE_SIZE, ({ applied }) => applied)
  return { acts: shown.map(({ applied: _applied, ...act }): EntryAct => act), next_cursor }
}

export async function readEntryLog(db: Queryable, id: string): Promise<EntryLog> {
  const { rows } = await db.query<Pick<EntryLog, 'tags' | 'notes'>>(
    `select array(select tag from entry_tags where entry_id = $1 order by tag) as tags, coalesce((
       select json_agg(json_build_object('act_id', n.act_id, 'text', n.text, 'created_at', ${instant('n.created_at')},
           'account', ${ACCOUNT}) order by n.act_id desc)
       from (select * from entry_notes where entry_id = $1 and is_shown order by act_id desc limit ${NOTES_SHOWN}) as n
       join acts a on a.id = n.act_id), '[]')
       as notes`,
    [id],
  )
  const { acts, next_cursor } = await readEntryActs(db, { id })
  return { ...rows[0]!, acts, next_acts_cursor: next_cursor, invitations: await readEntryInvitations(db, id) }
}

function readActRow(db: Queryable, id: string) {
  return findRow<Row>(db, `select ${ACT}, ${UNDONE_BY} as undone_by from acts a where a.id = $1`, [id])
}

function countReasons(db: Queryable, actId: string) {
  return findRows<ActDetail['reasons'][number]>(
    db,
    `select reason, count(*)::int as entries from act_entries where act_id = $1 and state = 'skipped' and reason is not null
     group by reason order by reason`,
    [actId],
  )
}

function withUndo(kinds: ActKinds, { is_left, ...act }: Row): ActRow {
  const isOver = act.state === 'done' || act.state === 'stopped'
  const isFinal = kinds[act.kind].planUndo === null || act.undoes !== null
  return { ...act, can_undo: isOver && is_left && !isFinal }
}
