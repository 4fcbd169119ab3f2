import pg from 'pg'
import { addDays, startOfDay } from '#shared/values/days.ts'
import { linkNameOf, priceNames, priceOf, sourceOf, tagOf, UNKNOWN } from '#shared/site/offered.ts'
import { type ExportQuery, type FilterName, filterNames, type Filters, valuesOf } from '#shared/list/filters.ts'
import { filteredChoices } from '#shared/list/passes.ts'
import { type Days, periodOf } from '#shared/list/period.ts'
import { toSearch } from '#shared/list/search.ts'
import { holderOf } from '../../people/addresses/email-keys.ts'
import { codeMeantBy, findCode, ownerOf } from '../../people/read-code.ts'
import { emailKey } from '../../base/email-key.ts'
import { BUCKETS, keyAtRank } from '../../people/places/read-ranks.ts'
import type { Found } from './found.ts'
import { findIdsByEmail } from '../../people/find-person.ts'
import type { Queryable } from '../../db/query.ts'

export type Values = { list: unknown[]; add: (value: unknown) => string }

export function createValues(): Values {
  const list: unknown[] = []
  return { list, add: (value) => `$${list.push(value)}` }
}

/** For `copy`, which takes no parameters: each value is quoted in the statement itself. */
export function createLiterals(): Values {
  return { list: [], add: toLiteral }
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(toLiteral).join(', ')}]`
  if (value instanceof Uint8Array) return pg.escapeLiteral(`\\x${Buffer.from(value).toString('hex')}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

export function all(conditions: string[]): string {
  return conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ')
}

export type Clock = { now: Date; timeZone: string }

type Base = 'listing' | 'entries'

/** More conditions may follow. The other relation is joined only if a filter needs it: qualify columns of both with `l` or `e`. */
export function passing(
  base: Base,
  { filters, clock, found = null }: { filters: Filters; clock: Clock; found?: Found | null },
  values: Values,
): string {
  const { timeZone } = clock
  if (!found) return matching(base, { filters, days: periodOf(filters, clock), timeZone }, values)
  const { positions, bits, days } = found
  if (positions !== null) {
    const isFound = `e.joined_position = any(${values.add(positions)}::int[])`
    return base === 'listing' ? `${LISTINGS_OF_FEW} where ${isFound}` : within(base, '', [isFound])
  }
  if (base === 'listing') return matching(base, { filters, days, timeZone }, values)
  const bit = `get_bit(${values.add(bits)}::bytea, e.joined_position - 1) = 1`
  // Only `case` guarantees that PostgreSQL does not read past the last bit.
  return within(base, '', [`case when e.joined_position <= ${bits.length * 8} then ${bit} else false end`])
}

export function matching(
  base: Base,
  { filters, days, timeZone }: { filters: Partial<Filters>; days: Days; timeZone: string },
  values: Values,
): string {
  const listed = [...matchConditions(filters, values), ...facetConditions(filters, values)]
  const own = entryConditions(filters, values)
  const spans = spanConditions(days, timeZone, values)
  const ofOthers = base === 'listing' ? own : listed
  return within(base, ofOthers.length > 0 ? JOINED[base] : '', [...own, ...listed, ...spans])
}

function within(base: Base, joined: string, conditions: string[]): string {
  if (base === 'listing') return `entry_listing as l ${joined} where ${all(conditions)}`
  return `waitlist_entries as e ${joined} where ${all([...conditions, 'e.erased_at is null'])}`
}

/** Without columns that both relations have and statements read without a qualifier. */
const JOINED = {
  entries: `join (select entry_id, search, industry, is_solo, price, choices, source, is_referred
    from entry_listing) as l on entry_id = id`,
  listing: `join (select id, joined_position, problems, goals, utm, language, named_code, referrals, imported_by, state, is_doubtful, is_rejected
    from waitlist_entries) as e on id = entry_id`,
}

/** Without `offset`, PostgreSQL would read the whole listing instead of looking up each entry. */
const LISTINGS_OF_FEW = `(select id, joined_position from waitlist_entries) as e
  cross join lateral (select * from entry_listing where entry_id = e.id offset 0) as l`

type Narrowed = Partial<Filters> & Partial<Pick<ExportQuery, 'ids' | 'wave' | 'invitation'>>

export function selectIds(filters: Filters, clock: Clock, values: Values): string {
  return `select id from ${passing('entries', { filters, clock }, values)}`
}

const ROLLED_UP: FilterName[] = ['range', 'from', 'to', 'industry', 'solo', 'price']

/** The rollups hold no search text, no states of people and no combinations of choices. */
export function isRolledUp(filters: Narrowed): boolean {
  return (
    (filters.wave ?? filters.ids) === undefined &&
    filterNames().every((name) => !filters[name] || ROLLED_UP.includes(name))
  )
}

export function facetConditions({ industry, solo, price }: Partial<Filters>, values: Values): string[] {
  return [
    industry === undefined ? [] : isAny('industry', valuesOf(industry), values),
    yesNoCondition(solo, 'is_solo'),
    price === undefined ? [] : priceCondition(price, values),
  ].flat()
}

function matchConditions(filters: Partial<Filters>, values: Values): string[] {
  const { q, source, referred } = filters
  const choices = filteredChoices(filters)
  return [
    choices.map((keys) => `choices && ${values.add(keys)}::text[]`),
    q ? searchCondition(q, values) : [],
    source === undefined ? [] : isAny('source', valuesOf(source).map(sourceOf), values),
    yesNoCondition(referred, 'is_referred'),
  ].flat()
}

function searchCondition(q: string, values: Values): string {
  const search = toSearch(q)
  if ('position' in search) {
    const position = `${values.add(search.position)}::integer`
    return `entry_id in (select id from waitlist_entries where erased_at is null and position = ${position})`
  }
  if ('rank' in search) {
    const key = keyAtRank(`${values.add(search.rank)}::integer`)
    return `entry_id = (with ${BUCKETS}, found (position, referrals, joined_position) as (${key})
      select id from waitlist_entries join found using (joined_position))`
  }
  const { text, code, email } = search
  const isInText = isInSearchText(text, values)
  if (email !== null) return `${isInText} or entry_id = ${holderOfText(email, values)}`
  return code === null ? isInText : `${isInText} or entry_id = ${ownerOf(codeMeantBy(`${values.add(code)}::text`))}`
}

/**
 * SQL: the id of the entry with this address, however it is spelled. The search text has only the entry's own spelling.
 */
function holderOfText(email: string, values: Values): string {
  const address = `(values (${values.add(email)}::text, ${values.add(emailKey(email))}::text)) as t (email, email_key)`
  return `(select ${holderOf('t')} from ${address})`
}

/** A condition on the search text of the listing, which an index answers. */
export function isInSearchText(folded: string, values: Values): string {
  return `search like ${values.add(`%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`
}

function entryConditions(filters: Narrowed, values: Values): string[] {
  const { medium, campaign, language, problem, goal, named_code, friends, state, tag, reward, ids, wave, invitation } =
    filters
  return [
    medium === undefined ? [] : linkCondition('medium', medium, values),
    campaign === undefined ? [] : linkCondition('campaign', campaign, values),
    language === undefined ? [] : `e.language = ${values.add(language)}`,
    problem === undefined ? [] : `e.problems && ${values.add(valuesOf(problem))}::text[]`,
    goal === undefined ? [] : `e.goals && ${values.add(valuesOf(goal))}::text[]`,
    named_code === undefined ? [] : isAny('e.named_code', valuesOf(named_code), values),
    friends === undefined ? [] : `e.referrals >= ${values.add(friends)}::integer`,
    yesNoCondition(filters.imported, '(e.imported_by is not null)'),
    state === undefined ? [] : isAny('e.state', valuesOf(state), values),
    yesNoCondition(
      filters.opened,
      'exists (select from invitations i where i.entry_id = e.id and i.opened_at is not null)',
    ),
    yesNoCondition(filters.doubtful, 'e.is_doubtful'),
    yesNoCondition(filters.rejected, 'e.is_rejected'),
    tag === undefined
      ? []
      : `exists (select from entry_tags t where t.entry_id = e.id and ${isAny('t.tag', valuesOf(tag).map(tagOf), values)})`,
    reward === undefined
      ? []
      : `exists (select from rewards r where r.entry_id = e.id
          and ${isAny(`r.milestone_id || ':' || r.state`, valuesOf(reward), values)})`,
    ids === undefined ? [] : `e.id = any(${values.add(ids.split(','))}::uuid[])`,
    wave === undefined
      ? []
      : `exists (select from invitations i where i.entry_id = e.id and i.wave_id = ${values.add(wave)}::uuid
          and ${invitation === undefined ? 'true' : `${INVITATION_STATE} = ${values.add(invitation)}`})`,
  ].flat()
}

const INVITATION_STATE = `case when i.state = 'sent' and i.opened_at is not null then 'opened' else i.state end`

/** JavaScript's white space, which `trim` removes. */
const SPACES =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Compares in the form that `linkNameOf` makes. Under the collation "C", `lower` changes only ASCII letters. */
function linkCondition(field: 'medium' | 'campaign', name: string, values: Values): string {
  const own = `lower(btrim(e.utm ->> '${field}', ${values.add(SPACES)}) collate "C")`
  return `${own} = ${values.add(linkNameOf(name))}`
}

function isAny(column: string, names: (string | null)[], values: Values): string {
  return `${column} = any(${values.add(names)}::text[])`
}

function yesNoCondition(filter: 'yes' | 'no' | undefined, condition: string): string[] {
  return filter === undefined ? [] : [filter === 'yes' ? condition : `not ${condition}`]
}

/** Whole days. */
export function spanConditions({ from, to }: Days, timeZone: string, values: Values): string[] {
  return [
    from === null ? [] : `created_at >= ${values.add(startOfDay(from, timeZone))}`,
    to === null ? [] : `created_at < ${values.add(startOfDay(addDays(to, 1), timeZone))}`,
  ].flat()
}

function priceCondition(price: string, values: Values): string {
  const known = isAny('price', valuesOf(price).map(priceOf), values)
  return valuesOf(price).includes(UNKNOWN) ? `price <> all(${values.add(priceNames())}) or ${known}` : known
}

/** Who searches for a position, a code or a whole address wants to find that person, whenever they joined. */
export async function widenRange<Query extends Partial<Filters>>(db: Queryable, query: Query): Promise<Query> {
  const isNamed = query.q !== undefined && (await namesSomebody(db, query.q))
  return isNamed ? { ...query, range: 'all', from: undefined, to: undefined } : query
}

async function namesSomebody(db: Queryable, q: string): Promise<boolean> {
  const search = toSearch(q)
  if (!('code' in search)) return true
  if (search.code !== null && (await findCode(db, search.code)) !== null) return true
  return search.email !== null && (await findIdsByEmail(db, [search.email])).size > 0
}
