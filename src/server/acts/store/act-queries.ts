import type { ActKindName } from '#shared/list/act-requests.ts'
import { requireActRight } from '../../accounts/accounts.ts'
import type { Actor } from '../../accounts/sessions.ts'
import type { DomainRule } from '../../trust/domain-rules.ts'
import type { Act, StoredSelection } from './kind.ts'
import { findRow, findValue, hasRows, type Queryable, type Transaction } from '../../db/query.ts'

export type NewAct = Act & {
  kind: ActKindName
  selection: StoredSelection
  actor: Actor
  undoes?: string | null
}

export type StoredAct = Act & {
  kind: ActKindName
  undoes: string | null
  state: 'running' | 'stopping' | 'stopped' | 'done'
  is_about_group: boolean
}

/** False for an undo while another one of the same act is running. */
export async function insertAct(tx: Transaction, act: NewAct): Promise<boolean> {
  const { actor } = act
  await requireActRight(tx, actor, act.kind)
  return hasRows(
    tx,
    `insert into acts (id, kind, selection, params, facet, actor, undoes, account_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (undoes) where undoes is not null and state in ('running', 'stopping') do nothing`,
    [act.id, act.kind, act.selection, act.params, act.facet, actor.label, act.undoes, actor.accountId],
  )
}

export async function isFirstUndo(tx: Transaction, { id, undoes }: { id: string; undoes: string }): Promise<boolean> {
  const { rows } = await tx.query('select from acts where undoes = $1 and id <> $2 limit 1', [undoes, id])
  return rows.length === 0
}

export function readAct(db: Queryable, id: string) {
  return findRow<StoredAct>(
    db,
    `select id, kind, params, facet, undoes, state, selection -> 'friends' is not null as is_about_group
     from acts where id = $1`,
    [id],
  )
}

export async function readUndone(db: Queryable, undo: string): Promise<string> {
  return (await readAct(db, undo))!.undoes!
}

export async function markTakenBack(
  tx: Transaction,
  { undone, ids }: { undone: string; ids: string[] },
): Promise<void> {
  await tx.query(
    `with marked as (
       update act_entries set is_taken_back = true
       where act_id = $1 and entry_id = any($2) and state = 'changed' and not is_taken_back
       returning 1
     )
     update acts set taken_back = taken_back + (select count(*) from marked) where id = $1`,
    [undone, ids],
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

/** If the latest undo of its act, or a call-back that was not undone, was not stopped midway. */
export async function isWaveCalledBack(db: Queryable, wave: string) {
  return (await findValue<boolean>(
    db,
    `select coalesce(bool_or(calls_back and state <> 'stopped'), false) as is_over
     from (select distinct on (coalesce(undoes, id)) state, (kind = 'call-back') <> (undoes is not null) as calls_back
       from acts where id = $1 or undoes = $1 or kind = 'call-back' and params ->> 'wave' = $1::text
       order by coalesce(undoes, id), created_at desc, id desc) as last`,
    [wave],
  ))!
}

export function findRuleInForce(db: Queryable, value: string) {
  return findRow<{ id: string; verdict: DomainRule['verdict'] }>(
    db,
    `select id, params -> 'rule' ->> 'verdict' as verdict from acts a
     where kind = 'trust-rule' and undoes is null and state in ('done', 'stopped')
       and params -> 'rule' ->> 'value' = $1
       and not exists (select from acts u where u.undoes = a.id)
     order by id desc limit 1`,
    [value],
  )
}

export function askToStop(db: Queryable, id: string) {
  return hasRows(db, `update acts set state = 'stopping' where id = $1 and state in ('running', 'stopping')`, [id])
}

export async function recordProblem(db: Queryable, { id, problem }: { id: string; problem: string }): Promise<void> {
  await db.query(`update acts set problem = $2 where id = $1 and state in ('running', 'stopping')`, [id, problem])
}
