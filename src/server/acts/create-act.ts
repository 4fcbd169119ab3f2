import { randomUUIDv7 } from 'node:crypto'
import type { ActKindName, ActRequest, Selection } from '#shared/list/act-requests.ts'
import { requireActRight } from '../accounts/accounts.ts'
import type { Actor } from '../accounts/sessions.ts'
import { AppError } from '../base/errors.ts'
import { enqueue } from '../outbox/rows.ts'
import type { Act, StoredSelection } from './store/kind.ts'
import type { ActKinds } from './kinds.ts'
import * as entryQueries from './store/entry-queries.ts'
import { findUnknownId, type IdQuery, readIds } from './store/entry-queries.ts'
import * as queries from './store/act-queries.ts'
import { PART_SIZE, runPart } from './run-act.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { requireLevel } from '../listing/log/catch-up.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { findCodeOwner } from '../people/read-code.ts'
import { createValues, selectIds, widenRange } from '../listing/sql/conditions.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import { selectFriends } from '../people/read-friends.ts'
import { selectAtDomain } from '../trust/domain-rules.ts'
import { selectFriendsOf } from '../trust/review.ts'
import { readSeats, withFixedDays } from '../waves/seats.ts'
import { selectInvited } from '../waves/store-wave.ts'
import { inTransaction, type Pool, type Queryable, type Transaction } from '../db/query.ts'

export type Engine = {
  pool: Pool
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
    kinds[kind].checkSettings?.()
    const { act, slices, selection } = await resolveAct(tx, kinds, request, given)
    const { id } = act
    await queries.insertAct(tx, { ...act, kind, selection, actor })
    const total = await insertEntries(slices, async (ids) => {
      await entryQueries.insertActEntries(tx, act, ids)
      await kinds[kind].prepare?.(tx, ids, act)
    })
    await lockAndBegin(tx, kinds, { ...act, kind, undoes: null })
    await beginAct(tx, { kinds, actId: id, total })
    return id
  })
}

/** The act that a request asks for, and the entries that it selects now. */
export async function resolveAct(tx: Transaction, kinds: ActKinds, request: ActRequest, id: string = randomUUIDv7()) {
  const { select: _select, kind, ...asked } = { select: undefined, ...request }
  const { slices, stored: selection } = await selectEntries(tx, request, new Date())
  const params = kinds[kind].toStored(asked, selection)
  return { act: { id, params, facet: kinds[kind].facetOf({ id, params }), asked }, slices, selection }
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

/** As the act's row keeps it: without search texts, codes, domains and ids that the owner entered. */
type Selected<Ids> = Ids & { stored: StoredSelection }
type Query = Selected<{ query: IdQuery }>

/** In slices. */
async function selectEntries(
  tx: Transaction,
  request: ActRequest,
  now: Date,
): Promise<Selected<{ slices: AsyncIterable<string[]> }>> {
  if (request.kind === 'wave') return selectSeats(tx, request, now)
  if (request.kind === 'referral-rule' || request.kind === 'milestone') return { slices: inOne([]), stored: {} }
  if (request.select.ids) return selectNamed(tx, request.select.ids)
  const { query, stored } = await selectQuery(tx, request.select, now)
  return { slices: readIds(tx, query), stored }
}

async function selectSeats(tx: Transaction, { select, includes_ended }: ActRequest & { kind: 'wave' }, now: Date) {
  const { timeZone } = await readCalendar(tx)
  const line = { ...select, includesEnded: includes_ended }
  const { q, ...filters } = withFixedDays(select.filters, { now, timeZone })
  return {
    slices: readSeats(tx, line, { now, timeZone }),
    // The search text and the ids are not kept, so a wave with either cannot refill its seats.
    stored: { filters, has_search: Boolean(q || select.ids), count: select.count },
  }
}

async function selectQuery(db: Queryable, select: Selection, now: Date): Promise<Query> {
  if (select.filters) return selectFiltered(db, select.filters, now)
  if (select.code !== undefined) {
    const owner = await findCodeOwner(db, tidyReferralCode(select.code))
    if (owner === null) throw isInvalid('code', 'belongs to nobody')
    return { query: selectFriends(owner), stored: { friends_of: owner } }
  }
  if (select.domain !== undefined) return { query: selectAtDomain(select.domain), stored: { has_domain: true } }
  if (select.wave !== undefined) return { query: selectInvited(select.wave), stored: { wave: select.wave } }
  const { inviter, of, ...value } = select.friends!
  return { query: selectFriendsOf({ inviter, of, ...value }), stored: { friends: { inviter, of } } }
}

async function selectNamed(db: Queryable, named: string[]) {
  const ids = [...new Set(named)]
  const unknown = await findUnknownId(db, ids)
  if (unknown !== null) throw isInvalid('ids', `has an id that belongs to nobody: ${unknown}`)
  return { slices: inOne(ids), stored: { ids: ids.length } }
}

async function* inOne(ids: string[]): AsyncGenerator<string[]> {
  yield ids
}

async function selectFiltered(db: Queryable, filters: NonNullable<Selection['filters']>, now: Date): Promise<Query> {
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const text = selectIds(await widenRange(db, filters), { now, timeZone }, values)
  const { q, ...rest } = filters
  return { query: { text, values: values.list }, stored: { filters: rest, has_search: Boolean(q) } }
}

function isInvalid(way: keyof Selection, complaint: string): AppError {
  return new AppError('invalid-input', { fields: { [`select.${way}`]: complaint } })
}
