import pg from 'pg'
import * as z from 'zod/mini'
import type {
  FriendsOf,
  ReviewInviter,
  ReviewPeople,
  ReviewsCount,
  ReviewShare,
  ReviewsPage,
} from '#shared/list/reviews.ts'
import { everyStoredQuestion, NO_COLUMNS } from '#shared/site/questions.ts'
import { type Mark, MARKS, PUBLIC_PROVIDERS } from '#site/trust.ts'
import { domainOfEntry, registeredDomainOf } from '../people/addresses/email-keys.ts'
import { IS_CONTESTED, IS_UNDECIDED, WAITS_FOR_OWNER } from '../people/why.ts'
import { placesOf, ruleNow } from '../people/places/referral-rule.ts'
import { type CreditChange, restand } from './credit.ts'
import {
  findRow,
  findRows,
  instant,
  parseCursor,
  type Queryable,
  sqlList,
  toPage,
  type Transaction,
} from '../db/query.ts'

const PAGE_SIZE = 20
const PEOPLE_SIZE = 50
const LOOKS_AT = { inviters: 200, waiting: 5_000, friends: 1_000 }

/** A network is known for 30 days, as a keyed hash. */
const SHARES = {
  network: 'f.block::text',
  domain: `(select nullif(domain, '') from (select ${registeredDomainOf('f')} as domain) as own
    where ${domainOfEntry('f')} not in (${sqlList(PUBLIC_PROVIDERS)}))`,
  answers: allAnswers,
  moment: `(floor(extract(epoch from f.created_at) / 10)::bigint)::text`,
} satisfies Partial<Record<ReviewShare['of'], string | (() => string)>>
/** Fewer people join within ten seconds by chance. */
const LEAST = { network: 2, domain: 2, answers: 2, moment: 5 }

/** Choices alone are the same by chance, so somebody's own words are among them. */
function allAnswers(): string {
  const typed = everyStoredQuestion().flatMap((question) =>
    question.kind === 'text' || question.kind === 'link'
      ? question.name
      : ('other' in question && question.other) || [],
  )
  const columns = Object.keys(NO_COLUMNS)
  const own = typed.map((name) =>
    columns.includes(name) ? `f.${name}` : `f.further_answers ->> ${pg.escapeLiteral(name)}`,
  )
  const all = [
    ...columns.filter((name) => name !== 'business_name').map((name) => `f.${name}::text`),
    'f.further_answers::text',
  ]
  return `case when coalesce(${['null', ...own].join(', ')}) is not null
    then hashtextextended(lower(concat_ws(E'\\x1f', btrim(f.business_name), ${all.join(', ')})), 0)::text end`
}

function sqlOf(kind: keyof typeof SHARES): string {
  const sql = SHARES[kind]
  return typeof sql === 'string' ? sql : sql()
}

const IS_ALONE =
  '(f.inviter_id is null or not exists (select from waitlist_entries r where r.id = f.inviter_id and r.erased_at is null))'

const Key = z.tuple([z.boolean(), z.int(), z.string()])

/** Those with contested friends first, then the largest gain: undecided friends who count, and who would. */
export async function readReviewsPage(db: Queryable, cursor?: string): Promise<ReviewsPage> {
  const [isContested, gain, id] = parseCursor(Key, cursor) ?? [null, null, null]
  const { rows } = await db.query<Omit<ReviewInviter, 'shares'> & { gain: number }>(
    `with found as (
       (select id from waitlist_entries where referrals > 0 and erased_at is null
        order by referrals desc, position, joined_position limit ${LOOKS_AT.inviters})
       union select inviter_id from (select inviter_id from waitlist_entries f
         where rivals is not null and ${IS_CONTESTED} limit ${LOOKS_AT.waiting}) as contested
       union select inviter_id from (select inviter_id from waitlist_entries f
         where is_doubtful and not is_rejected and inviter_id is not null limit ${LOOKS_AT.waiting}) as marked
       union select inviter_id from (select inviter_id from waitlist_entries f
         where inviter_id is not null and not counts and not is_rejected limit ${LOOKS_AT.waiting}) as waiting
     ), sums as (
       select found.id, count(*) filter (where undecided)::int as friends, count(*) filter (where undecided and counts)::int as counting,
         count(*) filter (where undecided and not counts)::int as waiting,
         count(*) filter (where undecided and is_contested)::int as contested,
         count(*) filter (where undecided and is_doubtful)::int as marked, count(*) filter (where is_accepted)::int as accepted,
         count(*) filter (where is_rejected)::int as rejected, count(*) filter (where undecided and state = 'invited')::int as invited
       from found cross join lateral (
         select counts, is_doubtful, is_accepted, is_rejected, state, ${IS_UNDECIDED} as undecided, ${IS_CONTESTED} as is_contested from waitlist_entries f
         where f.inviter_id = found.id and erased_at is null order by created_at desc, id desc limit ${LOOKS_AT.friends}) as friends
       group by found.id
     )
     select sums.*, f.email, f.newest_code as referral_code, f.position, counting + waiting as gain,
       greatest(1, f.joined_position - (${placesOf('(f.referrals - counting)')})) as without,
       greatest(1, f.joined_position - (${placesOf('(f.referrals + waiting)')})) as with_all
     from sums join waitlist_entries f using (id) cross join (${ruleNow()}) as rule
     where f.erased_at is null and friends > 0
       and ($1::boolean is null or (contested > 0, counting + waiting, f.id) < ($1, $2::integer, $3::uuid))
     order by contested > 0 desc, gain desc, f.id desc limit ${PAGE_SIZE + 1}`,
    [isContested, gain, id],
  )
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, (row) => [row.contested > 0, row.gain, row.id])
  const shares = await readShares(
    db,
    shown.map(({ id }) => id),
  )
  const alone = await db.query<{ people: number }>(
    `select count(*)::int as people from waitlist_entries f where f.is_doubtful and ${IS_UNDECIDED} and f.erased_at is null and ${IS_ALONE}`,
  )
  const flooded = await db.query('select from trust_alarms where until > now() limit 1')
  return {
    inviters: shown.map(({ gain: _gain, ...row }) => ({ ...row, shares: shares.get(row.id)! })),
    alone: alone.rows[0]!.people,
    is_flooded: flooded.rows.length > 0,
    next_cursor,
  }
}

async function readShares(db: Queryable, inviters: string[]): Promise<Map<string, ReviewShare[]>> {
  const kinds = Object.keys(SHARES) as (keyof typeof SHARES)[]
  const { rows } = await db.query<ReviewShare & { inviter_id: string }>(
    `with friends as materialized (
       select inviter_id, ${kinds.map((kind) => `${sqlOf(kind)} as "${kind}"`).join(', ')}
       from unnest($1::uuid[]) as inviter cross join lateral (
         select * from waitlist_entries f where f.inviter_id = inviter and f.erased_at is null and ${IS_UNDECIDED}
         order by created_at desc, id desc limit ${LOOKS_AT.friends}) as f
     ), counts as (${kinds
       .map(
         (kind) => `select inviter_id, '${kind}' as of, "${kind}" as value, count(*)::int as people from friends
           where "${kind}" is not null group by inviter_id, "${kind}" having count(*) >= ${LEAST[kind]}`,
       )
       .join(' union all ')})
     select distinct on (inviter_id, of) inviter_id, of, value, people from counts
     order by inviter_id, of, people desc, value`,
    [inviters],
  )
  const shares = new Map<string, ReviewShare[]>(inviters.map((id) => [id, []]))
  for (const { inviter_id, ...share } of rows) shares.get(inviter_id)!.push(share)
  return shares
}

/** Undecided ones. `of`: only those who share that. */
export function selectFriendsOf({ inviter, of, value }: FriendsOf): { text: string; values: unknown[] } {
  const values: unknown[] = inviter === undefined ? [] : [inviter]
  const whose = inviter === undefined ? `f.is_doubtful and ${IS_ALONE}` : 'f.inviter_id = $1'
  const text = (condition: string) =>
    `select f.id from waitlist_entries f where ${whose} and f.erased_at is null and ${IS_UNDECIDED} and ${condition}`
  if (of === undefined) return { text: text('true'), values }
  if (of === 'waiting') return { text: text('not f.counts'), values }
  if (of === 'contested') return { text: text(IS_CONTESTED), values }
  if (of === 'marked') return { text: text('f.is_doubtful'), values }
  values.push(value ?? '')
  return { text: text(`${sqlOf(of)} = $${values.length}`), values }
}

export async function readReviewPeople(db: Queryable, select: FriendsOf, cursor?: string): Promise<ReviewPeople> {
  const { text, values } = selectFriendsOf(select)
  const { rows } = await db.query<Row>(
    `select id, email, ${instant('created_at')} as at, counts, marks, joined_position,
       confirmed_at is not null as has_confirmed from waitlist_entries
     where id in (${text}) and joined_position > $${values.length + 1} order by joined_position limit ${PEOPLE_SIZE + 1}`,
    [...values, parseCursor(z.int(), cursor) ?? 0],
  )
  const { shown, next_cursor } = toPage(rows, PEOPLE_SIZE, ({ joined_position }) => joined_position)
  return {
    people: shown.map(({ marks, joined_position: _position, ...person }) => ({
      ...person,
      reasons: (marks ?? []).map((mark) => MARKS[mark].one),
    })),
    next_cursor,
  }
}

type Row = Omit<ReviewPeople['people'][number], 'reasons'> & { marks: Mark[] | null; joined_position: number }

export async function countWaiting(db: Queryable): Promise<ReviewsCount> {
  return (await findRow<ReviewsCount>(
    db,
    `select (select count(*)::int from (${WAITS_FOR_OWNER}) as waiting) as people,
       exists (select from waitlist_entries where inviter_id is not null) as has_friends`,
  ))!
}

/** `held`: the owner's own mark is open. */
export type Review = { rejected: boolean; accepted: boolean; held: boolean }

export type Reviewed = {
  id: string
  review: Review
  is_invited: boolean
  counts: boolean
  has_mark: boolean
  inviter_id: string | null
  places: number
}

export function readReviews(db: Queryable, ids: string[]) {
  return findRows<Reviewed>(
    db,
    `select id, json_build_object('rejected', is_rejected, 'accepted', is_accepted,
         'held', coalesce('held' = any(marks), false)) as review,
       state = 'invited' as is_invited, counts, marks is not null as has_mark, inviter_id, places
     from waitlist_entries cross join (${ruleNow()}) as rule where id = any($1) and erased_at is null`,
    [ids],
  )
}

/** Counts their inviters' friends again. With the counter locked; advance it. Returns who counts since, or no longer. */
export function setReviews(tx: Transaction, reviews: { id: string; review: Review }[]): Promise<CreditChange[]> {
  const ids = reviews.map(({ id }) => id)
  return restand(tx, ids, () =>
    tx.query(
      `update waitlist_entries e set is_rejected = rejected, is_accepted = accepted, updated_at = now(),
         marks = nullif(array_remove(marks, 'held') || case when held then '{held}'::text[] else '{}' end, '{}')
       from json_to_recordset($1) as r (id uuid, rejected boolean, accepted boolean, held boolean)
       where e.id = r.id and erased_at is null
         and (is_rejected, is_accepted, coalesce('held' = any(marks), false)) is distinct from (rejected, accepted, held)`,
      [JSON.stringify(reviews.map(({ id, review }) => ({ id, ...review })))],
    ),
  )
}
