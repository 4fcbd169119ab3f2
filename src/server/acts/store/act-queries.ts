import type { ActKindName } from '#shared/list/act-requests.ts'
import { requireActRight } from '../../accounts/rights.ts'
import type { Actor } from '../../accounts/signed-in.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import type { Rule } from '../../trust/rules.ts'
import type { Act, StoredSelection } from './kind.ts'

export type NewAct = Act & {
  kind: ActKindName
  selection: StoredSelection
  /** 'update': the program makes the act itself after an update; no owner asked for it. */
  actor: Actor | 'update'
  undoes?: string | null
}

export type StoredAct = Act & {
  kind: ActKindName
  undoes: string | null
  state: 'running' | 'stopping' | 'stopped' | 'done'
  /** Whether the act selected a group of people who wait for a decision. */
  is_about_group: boolean
}

/**
 * Stores an act. Returns false, and stores nothing, for an undo while another undo of the same act is running. Throws
 * an AppError if the actor may not make such an act.
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

/** Moves the records of acts from these entries to the ids of their tombstones. */
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
 * Marks the changes to these entries that an undo took back. An undo of an undo makes the changes again, and so on
 * along the line of undos.
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
 * The act at the beginning of this act's line of undos, and whether its effect is in force. An undo of an undo restores
 * the effect.
 */
export async function readBeginning(db: Queryable, id: string): Promise<{ id: string; isInForce: boolean }> {
  const { rows } = await db.query<{ id: string; isInForce: boolean }>(
    `${lineOf('$1')} select id, depth % 2 = 0 as "isInForce" from line where undoes is null`,
    [id],
  )
  return rows[0]!
}

/**
 * Whether a wave is called back. This is the case if the latest act in the line of undos of the wave's act, or of one
 * of its call-backs, calls the wave back and was not stopped midway.
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

/**
 * The newest rule in force about a mail domain or a network, and the act that put it in force: an act of the kind
 * `trust-rule`, or one of its line of undos. Null if there is none.
 */
export async function findRuleInForce(
  db: Queryable,
  { subject, value }: Pick<Rule, 'subject' | 'value'>,
): Promise<{ id: string; verdict: Rule['verdict'] } | null> {
  const { rows } = await db.query<{ id: string; verdict: Rule['verdict'] }>(
    `with recursive chain as (
       select id as beginning, id, created_at, state, true as is_in_force from acts
       where kind = 'trust-rule' and undoes is null
         and params -> 'rule' ->> 'subject' = $1 and params -> 'rule' ->> 'value' = $2
       union all
       select beginning, a.id, a.created_at, a.state, not is_in_force from chain join acts a on a.undoes = chain.id)
     select last.id, beginning.params -> 'rule' ->> 'verdict' as verdict
     from (select distinct on (beginning) * from chain order by beginning, created_at desc, id desc) as last
     join acts beginning on beginning.id = last.beginning
     where is_in_force and last.state in ('done', 'stopped') order by last.id desc limit 1`,
    [subject, value],
  )
  return rows[0] ?? null
}

/** Returns false if the act is over already. */
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
