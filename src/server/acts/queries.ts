import type { ActKindName } from '#shared/acts.ts'
import { requireActRight } from '../accounts/rights.ts'
import type { Actor } from '../accounts/signed-in.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { readInSlices } from '../db/read-in-slices.ts'
import type { Act, Done, StoredSelection } from './kind.ts'

export type NewAct = Act & {
  kind: ActKindName
  selection: StoredSelection
  /** 'update': an update of the program, which asks nobody. */
  actor: Actor | 'update'
  undoes?: string | null
}

/** An act that is stored. */
export type StoredAct = Act & {
  kind: ActKindName
  undoes: string | null
  state: 'running' | 'stopping' | 'stopped' | 'done'
  /** Whether it selected people because they wait for a decision. */
  is_about_group: boolean
}

/** The outcome of an act for one entry. */
export type Outcome = {
  entry_id: string
  state: string
  reason?: string | undefined
  before?: unknown
  after?: unknown
}

/** The outcome of erasing a person. */
export const ERASED = { state: 'changed', before: 'listed', after: 'erased' } as const

/** A statement of ids and its parameters. */
export type IdQuery = { text: string; values: unknown[] }

/**
 * An undo is not stored while another undo of the same act is under way: returns false. Throws an AppError if the actor may
 * not do this.
 */
export async function insertAct(tx: Transaction, act: NewAct): Promise<boolean> {
  const { actor } = act
  if (actor !== 'update') await requireActRight(tx, actor, act.kind)
  const [label, accountId] = actor === 'update' ? [actor, null] : [actor.label, actor.accountId]
  const { rowCount } = await tx.query(
    `insert into acts (id, kind, selection, params, facet, actor, undoes, account_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (undoes) where undoes is not null and state in ('running', 'stopping') do nothing`,
    [act.id, act.kind, act.selection, act.params, act.facet, label, act.undoes, accountId],
  )
  return rowCount === 1
}

/** Whether an act of this kind is not over. */
export async function isUnderWay(tx: Transaction, kind: ActKindName): Promise<boolean> {
  const { rows } = await tx.query(`select from acts where kind = $1 and state in ('running', 'stopping') limit 1`, [
    kind,
  ])
  return rows.length > 0
}

export async function isFirstUndo(tx: Transaction, { id, undoes }: { id: string; undoes: string }): Promise<boolean> {
  const { rows } = await tx.query('select from acts where undoes = $1 and id <> $2 limit 1', [undoes, id])
  return rows.length === 0
}

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

/** Null if there is no such act. */
export async function readAct(db: Queryable, id: string): Promise<StoredAct | null> {
  const { rows } = await db.query<StoredAct>(
    `select id, kind, params, facet, undoes, state, selection -> 'group' is not null as is_about_group
     from acts where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** The act that an undo reverses. */
export async function readUndone(db: Queryable, undo: string): Promise<string> {
  return (await readAct(db, undo))!.undoes!
}

/** Replaces pending entries of an act by others that the act does not have yet. Returns the replacements made. */
export async function renameEntries(
  tx: Transaction,
  { actId, entries }: { actId: string; entries: { from: string; to: string }[] },
): Promise<{ from: string; to: string }[]> {
  if (entries.length === 0) return []
  const { rows } = await tx.query<{ from: string; to: string }>(
    `update act_entries a set entry_id = t."to" from json_to_recordset($2) as t ("from" uuid, "to" uuid)
     where a.act_id = $1 and a.entry_id = t."from" and a.state = 'waiting'
       and not exists (select from act_entries other where other.act_id = $1 and other.entry_id = t."to")
     returning t."from", t."to"`,
    [actId, JSON.stringify(entries)],
  )
  return rows
}

/** Those of these entries about whom no owner has decided. */
export async function keepUndecided(tx: Transaction, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from waitlist_entries where id = any($1) and not is_rejected and (is_doubtful or not is_accepted)',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Kinds of acts by which an owner decides about a person, or writes about them. */
const WORK: ActKindName[] = ['accept', 'reject', 'hold', 'trust-rule', 'tag', 'note', 'correct-email']

/** Those of these entries that an owner has worked on by an act that is in force. */
export async function findWorkedOn(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ entry_id: string }>(
    `select distinct entry_id from act_entries e join acts a on a.id = act_id
     where entry_id = any($1) and e.state = 'changed' and not is_taken_back and undoes is null and kind = any($2)`,
    [ids, WORK],
  )
  return new Set(rows.map(({ entry_id }) => entry_id))
}

/** Less than every id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Lets this transaction look rows up by their keys. The statistics may be older than the entries of an act: PostgreSQL
 * would take them for few, and read all of them for each part.
 */
export async function lookUpByKey(tx: Transaction): Promise<void> {
  const costly = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort']
  await tx.query(costly.map((name) => `set local ${name} = off`).join('; '))
}

/** The next entries that wait for their turn, in the order of their ids. */
export async function readWaiting(
  tx: Transaction,
  { actId, after, limit }: { actId: string; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ entry_id: string }>(
    `select entry_id from act_entries where act_id = $1 and state = 'waiting' and entry_id > $2
     order by entry_id limit $3`,
    [actId, after ?? BEFORE_ALL, limit],
  )
  return rows.map(({ entry_id }) => entry_id)
}

/**
 * The changes that an act made to these entries, and whether a later act has changed the same facet since. A later
 * change that was taken back counts as little as the undo that took it back.
 */
export async function readDone(
  tx: Transaction,
  { actId, ids }: { actId: string; ids: string[] },
): Promise<(Done & { is_changed_since: boolean })[]> {
  const { rows } = await tx.query<Done & { is_changed_since: boolean }>(
    `select entry_id, before, after, exists (
         select from act_entries later join acts l on l.id = later.act_id
         where later.entry_id = done.entry_id and later.facet = done.facet
           and later.state = 'changed' and later.applied > done.applied and not later.is_taken_back
           and not exists (select from act_entries undone where undone.act_id = l.undoes
             and undone.entry_id = later.entry_id and undone.applied > done.applied)) as is_changed_since
     from act_entries done where act_id = $1 and entry_id = any($2) and state = 'changed'`,
    [actId, ids],
  )
  return rows
}

/**
 * `applied` orders these changes among all changes of all acts. The ids are named once more as an array, which an index
 * answers: with old statistics, PostgreSQL would compare each entry of the act with each outcome.
 */
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

/**
 * Records these entries as erased in the acts under way that still wait to erase them. The server that ran such an act
 * was killed after it wrote the journal and before it committed.
 */
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

/** Moves what acts did to these entries to their new ids. */
export async function moveActs(
  tx: Transaction,
  { ids, tombstones }: { ids: string[]; tombstones: string[] },
): Promise<void> {
  await tx.query(
    `update act_entries e set entry_id = m.tombstone from unnest($1::uuid[], $2::uuid[]) as m (id, tombstone)
     where e.entry_id = m.id`,
    [ids, tombstones],
  )
}

/** SQL: the `line` from an act, at depth 0, to the act that it undoes, at depth 1, and so on. */
export function lineOf(id: string): string {
  return `with recursive line as (
    select acts.id, undoes, 0 as depth from acts where acts.id = ${id}
    union all select undone.id, undone.undoes, depth + 1 from line join acts undone on undone.id = line.undoes)`
}

/**
 * Marks what an undo took back of these entries. An undo of an undo does the change again that the undo took back, and
 * so on along the line of undos.
 */
export async function markTakenBack(tx: Transaction, { undo, ids }: { undo: string; ids: string[] }): Promise<void> {
  await tx.query(
    `${lineOf('$1')}, marked as (
       update act_entries e set is_taken_back = depth % 2 = 1 from line
       where depth > 0 and e.act_id = line.id and e.entry_id = any($2) and e.state = 'changed'
         and e.is_taken_back <> (depth % 2 = 1)
       returning e.act_id, e.is_taken_back
     )
     update acts set taken_back = taken_back + entries
     from (select act_id, sum(case when is_taken_back then 1 else -1 end)::integer as entries
       from marked group by act_id) as counts
     where id = act_id`,
    [undo, ids],
  )
}

export async function finishAct(
  tx: Transaction,
  { id, state }: { id: string; state: 'done' | 'stopped' },
): Promise<void> {
  await tx.query('update acts set state = $2, finished_at = now(), problem = null where id = $1', [id, state])
}

export async function changeParams(db: Queryable, { id, params }: { id: string; params: object }): Promise<void> {
  await db.query('update acts set params = $2 where id = $1', [id, params])
}

/**
 * The act that began the line of undos in which this one is, and whether what it set out to do is in force: an undo of an
 * undo restores it.
 */
export async function readBeginning(db: Queryable, id: string): Promise<{ id: string; isInForce: boolean }> {
  const { rows } = await db.query<{ id: string; isInForce: boolean }>(
    `${lineOf('$1')} select id, depth % 2 = 0 as "isInForce" from line where undoes is null`,
    [id],
  )
  return rows[0]!
}

/**
 * Whether a wave is called back: the latest act on the wave itself is its undo, or the latest on its call-back is the
 * call-back. Acts that were stopped midway do not count.
 */
export async function isWaveCalledBack(db: Queryable, wave: string): Promise<boolean> {
  const { rows } = await db.query<{ is_over: boolean }>(
    `with recursive chain as (
       select id as beginning, id, created_at, state, kind = 'call-back' as calls_back from acts
       where id = $1 or (kind = 'call-back' and undoes is null and params ->> 'wave' = $1::text)
       union all
       select beginning, a.id, a.created_at, a.state, not calls_back from chain join acts a on a.undoes = chain.id)
     select coalesce(bool_or(calls_back and state <> 'stopped'), false) as is_over
     from (select distinct on (beginning) * from chain order by beginning, created_at desc, id desc) as last`,
    [wave],
  )
  return rows[0]!.is_over
}

/** False if the act was over already. */
export async function askToStop(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update acts set state = 'stopping' where id = $1 and state in ('running', 'stopping')`,
    [id],
  )
  return rowCount === 1
}

export async function recordProblem(db: Queryable, { id, problem }: { id: string; problem: string }): Promise<void> {
  await db.query(`update acts set problem = $2 where id = $1 and state in ('running', 'stopping')`, [id, problem])
}

/** An id in this list that no entry has, erased or not; null if all exist. */
export async function findUnknownId(db: Queryable, ids: string[]): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from unnest($1::uuid[]) as id where not exists (select from waitlist_entries e where e.id = id.id) limit 1',
    [ids],
  )
  return rows[0]?.id ?? null
}

/** The entries that an act changed, without those whose change is taken back. */
export function changedBy(actId: string): IdQuery {
  return {
    text: `select entry_id as id from act_entries where act_id = $1 and state = 'changed' and not is_taken_back`,
    values: [actId],
  }
}

/** The entries of a statement without parameters that this act does not have. */
export function besides(actId: string, { text }: IdQuery): IdQuery {
  return {
    text: `select id from (${text}) as others where not exists (
      select from act_entries where act_id = $1 and entry_id = id)`,
    values: [actId],
  }
}

/** Those of these entries that an act changed or found as it wanted them, for each of these acts that did. */
export async function readReached(
  tx: Transaction,
  { acts, ids }: { acts: string[]; ids: string[] },
): Promise<{ entry_id: string; act_id: string }[]> {
  const { rows } = await tx.query<{ entry_id: string; act_id: string }>(
    `select entry_id, act_id from act_entries
     where act_id = any($1) and entry_id = any($2) and state in ('changed', 'unchanged')`,
    [acts, ids],
  )
  return rows
}

/** Reads the ids of a long list without holding all of them. */
export async function* readIds(tx: Transaction, query: IdQuery): AsyncGenerator<string[]> {
  for await (const rows of readInSlices<{ id: string }>(tx, query)) yield rows.map(({ id }) => id)
}
