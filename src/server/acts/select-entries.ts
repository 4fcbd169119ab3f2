import type { ActRequest, Selection } from '#shared/list/act-requests.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { findCodeOwner } from '../people/read-code.ts'
import { createValues, selectIds } from '../listing/sql/conditions.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'
import { widenRange } from '../listing/widen-range.ts'
import { selectFriends } from '../people/read-friends.ts'
import { selectAtDomain } from '../trust/domain-rules.ts'
import { selectFriendsOf } from '../trust/review.ts'
import { readSeats, withFixedDays } from '../waves/seats.ts'
import { selectInvited } from '../waves/store-wave.ts'
import type { StoredSelection } from './store/kind.ts'
import { findUnknownId, type IdQuery, readIds } from './store/entry-queries.ts'

/** As the act's row keeps it: without search texts, codes, domains and ids that the owner entered. */
type Selected<Ids> = Ids & { stored: StoredSelection }
type Query = Selected<{ query: IdQuery }>

export function paramsOf({ kind: _kind, ...request }: ActRequest) {
  const { select: _select, ...params } = { select: undefined, ...request }
  return params
}

/** In slices. */
export async function selectEntries(
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
