import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { ActKindName, ActRequest } from '#shared/list/act-requests.ts'
import { requireActRight } from '../accounts/rights.ts'
import type { Actor } from '../accounts/signed-in.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import { enqueue } from '../outbox/rows.ts'
import type { Act } from './store/kind.ts'
import type { ActKinds } from './kinds.ts'
import * as entryQueries from './store/entry-queries.ts'
import * as queries from './store/act-queries.ts'
import { PART_SIZE, runPart } from './run-part.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { requireLevel } from '../listing/log/catch-up.ts'
import { paramsOf, selectEntries } from './select-entries.ts'

export type Engine = {
  pool: pg.Pool
  kinds: ActKinds
  /** Resolves once everybody who joined before is counted. */
  beLevel?: () => Promise<void>
}

/** `id`: the id for the new act. If an act with this id exists already, no act is made. */
type NewAct = { request: ActRequest; actor: Actor; id?: string }

/** A small act is carried out at once, a larger one by the outbox. */
export async function createAct(
  { pool, kinds, beLevel = () => requireLevel(pool) }: Engine,
  { request, actor, id: given }: NewAct,
): Promise<string> {
  await beLevel()
  return inTransaction(pool, async (tx) => {
    if (given !== undefined && (await queries.readAct(tx, given))) return given
    const { kind } = request
    const params = paramsOf(request)
    kinds[kind].checkSettings?.()
    const { slices, stored: selection } = await selectEntries(tx, request, new Date())
    const id = given ?? randomUUIDv7()
    const kept = kinds[kind].toStored(params, selection)
    const act = { id, params: kept, facet: kinds[kind].facetOf({ id, params: kept }) }
    await queries.insertAct(tx, { ...act, kind, selection, actor })
    const total = await insertEntries(slices, async (ids) => {
      await entryQueries.insertActEntries(tx, act, ids)
      await kinds[kind].prepare?.(tx, ids, { ...act, asked: params })
    })
    await lockAndBegin(tx, kinds, { ...act, kind, undoes: null })
    await beginAct(tx, { kinds, actId: id, total })
    return id
  })
}

/** Returns the id of the undo, and what of it sends people or their data somewhere else. */
export function undoAct(
  { pool, kinds }: Engine,
  { id, actor }: { id: string; actor: Actor },
): Promise<{ id: string; leads: string[] }> {
  return inTransaction(pool, async (tx) => {
    const undone = await queries.readAct(tx, id)
    if (!undone) throw new AppError('not-found')
    if (undone.state === 'running' || undone.state === 'stopping') throw new AppError('act-running')
    if (!kinds[undone.kind].planUndo || undone.undoes !== null) throw new AppError('act-final')
    const { kind, params, facet } = undone
    const leads = (await kinds[kind].leadsElsewhere?.(tx, params)) ?? []
    if (leads.length > 0 && !actor.isProven) throw new AppError('password-needed')
    const act = { id: randomUUIDv7(), kind, params, facet, selection: { act: id }, actor, undoes: id }
    if (!(await queries.insertAct(tx, act))) throw new AppError('act-undone')
    const changed = entryQueries.readIds(tx, entryQueries.changedBy(id))
    const total = await insertEntries(changed, (ids) => entryQueries.insertActEntries(tx, act, ids))
    // A rule that affects nobody on the list can still be ended.
    const doesMore = (kinds[kind].settle ?? kinds[kind].begin) !== undefined && (await queries.isFirstUndo(tx, act))
    if (total === 0 && !doesMore) throw new AppError('act-undone')
    await lockAndBegin(tx, kinds, { ...act, undoes: id })
    await beginAct(tx, { kinds, actId: act.id, total })
    return { id: act.id, leads }
  })
}

type Begun = Act & { kind: ActKindName; undoes: string | null }

async function lockAndBegin(tx: Transaction, kinds: ActKinds, { kind, undoes, ...act }: Begun): Promise<void> {
  const { begin } = kinds[kind]
  if (!begin) return
  await lockCounter(tx)
  await begin(tx, act, undoes)
}

/** In slices: one statement for a million entries exceeds the timeout. Returns the number of ids. */
export async function insertEntries(
  slices: AsyncIterable<string[]>,
  insert: (ids: string[]) => Promise<void>,
): Promise<number> {
  let total = 0
  for await (const ids of slices) {
    await insert(ids)
    total += ids.length
  }
  return total
}

type Beginning = Pick<Engine, 'kinds'> & { actId: string; total: number }

export async function beginAct(tx: Transaction, { kinds, actId, total }: Beginning): Promise<void> {
  const isOver = total <= PART_SIZE && (await runPart(tx, kinds, { actId, after: null })).isOver
  if (!isOver) await enqueue(tx, 'run-act', [actId])
}

export async function stopAct(
  { pool }: Pick<Engine, 'pool'>,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const act = await queries.readAct(tx, id)
    if (!act) throw new AppError('not-found')
    await requireActRight(tx, actor, act.kind)
    if (!(await queries.askToStop(tx, id))) throw new AppError('act-over')
  })
}
