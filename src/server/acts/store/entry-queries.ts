import type { ActKindName } from '#shared/list/act-requests.ts'
import type { Act, Done } from './kind.ts'
import { findColumn, findRows, findValue, type Queryable, readInSlices, type Transaction } from '../../db/query.ts'

const WORK: ActKindName[] = ['accept', 'reject', 'hold', 'trust-rule', 'tag', 'note', 'correct-email']

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export type Outcome = {
  entry_id: string
  state: string
  reason?: string | undefined
  before?: unknown
  after?: unknown
}

export const ERASED = { state: 'changed', before: 'listed', after: 'erased' } as const

export type IdQuery = { text: string; values: unknown[] }

export async function insertActEntries(
  tx: Transaction,
  { id, facet }: Pick<Act, 'id' | 'facet'>,
  ids: string[],
): Promise<void> {
  await tx.query(
    `with entries as (
       insert into act_entries (act_id, entry_id, facet) select $1, unnest($3::uuid[]), $2 returning 1
     )
     update acts set total = total + (select count(*) from entries) where id = $1`,
    [id, facet, ids],
  )
}

/** By others that the act does not have yet. Returns the replacements made. */
export async function renameEntries(
  tx: Transaction,
  { actId, entries }: { actId: string; entries: { from: string; to: string }[] },
): Promise<{ from: string; to: string }[]> {
  if (entries.length === 0) return []
  return findRows<{ from: string; to: string }>(
    tx,
    `update act_entries a set entry_id = t."to" from json_to_recordset($2) as t ("from" uuid, "to" uuid)
     where a.act_id = $1 and a.entry_id = t."from" and a.state = 'waiting'
       and not exists (select from act_entries other where other.act_id = $1 and other.entry_id = t."to")
     returning t."from", t."to"`,
    [actId, JSON.stringify(entries)],
  )
}

export async function keepUndecided(tx: Transaction, ids: string[]): Promise<Set<string>> {
  return new Set(
    await findColumn<string>(
      tx,
      'select id from waitlist_entries where id = any($1) and not is_rejected and not is_accepted',
      [ids],
    ),
  )
}

/** By an act that is in force. */
export async function findWorkedOn(db: Queryable, ids: string[]): Promise<Set<string>> {
  return new Set(
    await findColumn<string>(
      db,
      `select distinct entry_id from act_entries e join acts a on a.id = act_id
     where entry_id = any($1) and e.state = 'changed' and not is_taken_back and undoes is null and kind = any($2)`,
      [ids, WORK],
    ),
  )
}

/** PostgreSQL's statistics may be older than the entries of an act; it would then read all of them for each part. */
export async function lookUpByKey(tx: Transaction): Promise<void> {
  const costly = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort']
  await tx.query(costly.map((name) => `set local ${name} = off`).join('; '))
}

export function readWaiting(
  tx: Transaction,
  { actId, after, limit }: { actId: string; after: string | null; limit: number },
) {
  return findColumn<string>(
    tx,
    `select entry_id from act_entries where act_id = $1 and state = 'waiting' and entry_id > $2
     order by entry_id limit $3`,
    [actId, after ?? BEFORE_ALL, limit],
  )
}

/** A later change that was undone does not count, and neither does its undo. */
export function readDone(tx: Transaction, { actId, ids }: { actId: string; ids: string[] }) {
  return findRows<Done & { is_changed_since: boolean }>(
    tx,
    `select entry_id, before, after, exists (
         select from act_entries later join acts l on l.id = later.act_id
         where later.entry_id = done.entry_id and later.facet = done.facet
           and later.state = 'changed' and later.applied > done.applied and not later.is_taken_back
           and not exists (select from act_entries undone where undone.act_id = l.undoes
             and undone.entry_id = later.entry_id and undone.applied > done.applied)) as is_changed_since
     from act_entries done where act_id = $1 and entry_id = any($2) and state = 'changed'`,
    [actId, ids],
  )
}

/** `applied` orders the changes of all acts. The ids are also an array, so that PostgreSQL uses an index whatever its statistics say. */
export async function recordOutcomes(
  tx: Transaction,
  { actId, outcomes, applied }: { actId: string; outcomes: Outcome[]; applied: number },
): Promise<void> {
  if (outcomes.length === 0) return
  await tx.query(
    `with outcomes as (
       update act_entries a set state = t.state, reason = t.reason, before = t.before, after = t.after,
         applied = case when t.state = 'changed' then $3::bigint end
       from json_to_recordset($2) as t (entry_id uuid, state text, reason text, before jsonb, after jsonb)
       where a.act_id = $1 and a.entry_id = t.entry_id and a.entry_id = any($4) and a.state = 'waiting'
       returning a.state
     )
     update acts set problem = null,
       changed = changed + (select count(*) from outcomes where outcomes.state = 'changed'),
       unchanged = unchanged + (select count(*) from outcomes where outcomes.state = 'unchanged'),
       skipped = skipped + (select count(*) from outcomes where outcomes.state = 'skipped')
     where id = $1`,
    [actId, JSON.stringify(outcomes), applied, outcomes.map(({ entry_id }) => entry_id)],
  )
}

/** For acts whose server was killed after it wrote the journal of erasures and before it committed. */
export async function recordErased(
  tx: Transaction,
  { ids, applied }: { ids: string[]; applied: number },
): Promise<void> {
  const { rows } = await tx.query<{ act_id: string; entry_id: string }>(
    `select distinct on (entry_id) act_id, entry_id from act_entries e join acts on id = act_id
     where entry_id = any($1) and e.state = 'waiting' and acts.state in ('running', 'stopping')
       and (kind = 'erase' or kind = 'import' and undoes is not null)
     order by entry_id, act_id`,
    [ids],
  )
  for (const [actId, entries] of Map.groupBy(rows, ({ act_id }) => act_id)) {
    const outcomes = entries.map(({ entry_id }) => ({ entry_id, ...ERASED }))
    await recordOutcomes(tx, { actId, outcomes, applied })
  }
}

/** Erased or not. */
export function findUnknownId(db: Queryable, ids: string[]) {
  return findValue<string>(
    db,
    'select id from unnest($1::uuid[]) as id where not exists (select from waitlist_entries e where e.id = id.id) limit 1',
    [ids],
  )
}

export function changedBy(actId: string): IdQuery {
  return {
    text: `select entry_id as id from act_entries where act_id = $1 and state = 'changed' and not is_taken_back`,
    values: [actId],
  }
}

export async function* readIds(tx: Transaction, query: IdQuery): AsyncGenerator<string[]> {
  for await (const rows of readInSlices<{ id: string }>(tx, query)) yield rows.map(({ id }) => id)
}
