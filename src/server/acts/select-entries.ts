import type { ActRequest, Selection } from '#shared/acts.ts'
import { tidyReferralCode } from '#shared/referral-code.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { findCodeOwner } from '../people/read-code.ts'
import { createValues, selectIds } from '../listing/conditions.ts'
import { readCalendar } from '../listing/read-calendar.ts'
import { REFERRERS } from '../ledger/referral-rules.ts'
import { isOnList, selectFriends } from '../people/select-friends.ts'
import { HELD_ALONE, selectAtDomain, selectFromBlock } from '../trust/review-queries.ts'
import { ALONE } from '../trust/read-reviews.ts'
import { findUnknownId, type IdQuery } from './queries.ts'

/** `stored`: what the act keeps of its selection. It holds no search text and no code. */
type Selected = { query: IdQuery; stored: object }

/** The statement of the ids that a selection means now. Throws an AppError if it names nobody. */
export async function selectEntries(db: Queryable, select: Selection, now: Date): Promise<Selected> {
  if (select.ids) return selectNamed(db, select.ids)
  if (select.filters) return selectFiltered(db, select.filters, now)
  if (select.code !== undefined) {
    const owner = await findCodeOwner(db, tidyReferralCode(select.code))
    if (owner === null) throw isInvalid('code', 'belongs to nobody')
    return { query: selectFriends(owner, { areDoubtful: false }), stored: { friends_of: owner } }
  }
  if (select.domain !== undefined) return { query: selectAtDomain(select.domain), stored: { has_domain: true } }
  if (select.block !== undefined) return { query: selectFromBlock(select.block), stored: { block: select.block } }
  const group = select.group!
  if (group === ALONE) return { query: { text: HELD_ALONE, values: [] }, stored: { group } }
  if (!(await isOnList(db, group))) throw isInvalid('group', 'is not the entry of a referrer')
  return { query: selectFriends(group, { areDoubtful: true }), stored: { group } }
}

/** The people of an act that selects them itself. */
export async function selectOf(request: ActRequest): Promise<Selected> {
  const isForAll = request.kind === 'referral-rule' && request.applies_to_old
  return { query: { text: isForAll ? REFERRERS : `${REFERRERS} limit 0`, values: [] }, stored: {} }
}

async function selectNamed(db: Queryable, named: string[]): Promise<Selected> {
  const ids = [...new Set(named)]
  const unknown = await findUnknownId(db, ids)
  if (unknown !== null) throw isInvalid('ids', `has an id that belongs to nobody: ${unknown}`)
  return { query: { text: 'select unnest($1::uuid[]) as id', values: [ids] }, stored: { ids: ids.length } }
}

async function selectFiltered(db: Queryable, filters: NonNullable<Selection['filters']>, now: Date): Promise<Selected> {
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const text = selectIds(filters, { now, timeZone }, values)
  const { q, ...rest } = filters
  return { query: { text, values: values.list }, stored: { filters: rest, has_search: Boolean(q) } }
}

function isInvalid(way: keyof Selection, complaint: string): AppError {
  return new AppError('invalid-input', { fields: { [`select.${way}`]: complaint } })
}
