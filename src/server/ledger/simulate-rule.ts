import type pg from 'pg'
import type { Moved, ReferralRule, Simulation } from '#shared/joining/referral-rule.ts'
import { inTransaction } from '../db/transaction.ts'
import { IS_UNRANKED } from '../places/launch-order.ts'
import { readRule } from '../places/referral-rule.ts'

const SHOWN = 100
const MOST_MOVED = 10
/** The number of positions that are handled before the event loop gets a turn. */
const SLICE = 50_000

/** A person by their joining position, with their position and their place in line, now and under the rule. */
type Place = { joined: number; before: Standing; after: Standing }
type Standing = { position: number; place: number }

/**
 * Calculates the line as if a rule applied to every friend, and changes nothing. Only people with friends change their
 * position, so PostgreSQL sorts only these; all others keep their order, and are only counted.
 */
export function simulateRule(pool: pg.Pool, rule: ReferralRule): Promise<Simulation> {
  return inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    const now = await readRule(tx)
    const { rows } = await tx.query<{ last: number }>(
      'select coalesce(max(joined_position), 0) as last from waitlist_entries',
    )
    const line = await readLine(tx, rule, rows[0]!.last)
    const found = await placeAll(line)
    const people = await readPeople(tx, [...found.hundred, ...found.gain, ...found.lose])
    const show = (places: Place[]) =>
      places.map(({ joined, before, after }): Moved => ({ ...people.get(joined)!, before, after }))
    return {
      now,
      rule,
      people: line.people,
      moved: found.moved,
      first: found.first,
      stay: found.hundred.filter(({ before, after }) => before.place <= SHOWN && after.place <= SHOWN).length,
      hundred: show(found.hundred),
      gain: show(found.gain),
      lose: show(found.lose),
    }
  })
}

/**
 * The line. Each array after `kind` has one item for each person with friends. `indexBefore` and `indexAfter` are their
 * numbers, from 1, in the launch order of these people, now and under the rule.
 */
type Line = {
  last: number
  people: number
  /** By joining position: 1 for no place in line, 2 for a person with friends, 0 for anybody else. */
  kind: Uint8Array
  joined: number[]
  positionBefore: number[]
  positionAfter: number[]
  indexBefore: number[]
  indexAfter: number[]
}

/**
 * SQL: the position under a rule. Some imports give only a number of friends. These friends move nobody unless `moves`
 * of their import is true.
 */
const AFTER = ({ places, cap }: ReferralRule) =>
  `greatest(1, joined_position - least(${cap ?? 2_000_000_000}::bigint,
    ${places}::bigint * (e.referrals - case when i.moves then 0 else coalesce(i.friends, 0) end)))::integer`

/**
 * SQL: the entries without a rank, which the index `waitlist_entries_no_rank` holds. Conditions on single columns would
 * read every entry.
 */
const UNRANKED = `select joined_position from waitlist_entries where ${IS_UNRANKED}`

/** Reads the line as JSON, which the server parses faster than rows. */
async function readLine(tx: pg.ClientBase, rule: ReferralRule, last: number): Promise<Line> {
  const { rows } = await tx.query<Record<keyof typeof COLUMNS | 'gone', number[]>>(
    `select ${Object.entries(COLUMNS)
      .map(([name, column]) => `coalesce(json_agg(${column}), '[]') as "${name}"`)
      .join(', ')},
       (select coalesce(json_agg(joined_position), '[]') from (
         select joined_position from waitlist_entries where erased_at is not null union all ${UNRANKED}) as gone) as gone
     from (
       select joined_position, position, after,
         row_number() over (order by position, referrals desc, joined_position) as index_before,
         row_number() over (order by after, referrals desc, joined_position) as index_after
       from (
         select joined_position, position, e.referrals, ${AFTER(rule)} as after
         from waitlist_entries e left join imported_credits i on i.entry_id = e.id
         where e.referrals > 0 and erased_at is null
           and not exists (select from (${UNRANKED}) as u where u.joined_position = e.joined_position)) as e) as e`,
  )
  const { gone, ...columns } = rows[0]!
  const kind = new Uint8Array(last + 1)
  for (const position of gone) kind[position] = 1
  for (const position of columns.joined) kind[position] = 2
  return { last, people: last - gone.length, kind, ...columns }
}

const COLUMNS = {
  joined: 'joined_position',
  positionBefore: 'position',
  positionAfter: 'after',
  indexBefore: 'index_before',
  indexAfter: 'index_after',
}

/**
 * Visits the joining positions once. `others[p]`: the number of people without friends at joining positions up to p.
 * `passedBefore[p]` and `passedAfter[p]`: the number of people with friends at positions up to p, now and under the
 * rule.
 */
async function placeAll(line: Line) {
  const { last, kind, joined, positionBefore, positionAfter } = line
  const others = new Int32Array(last + 1)
  const passedBefore = countAt(positionBefore, last)
  const passedAfter = countAt(positionAfter, last)
  const gain = createTop((a, b) => b - a)
  const lose = createTop((a, b) => a - b)
  const hundred: Place[] = []
  const first = { before: 0, after: 0 }
  let moved = 0
  // Makes objects only for people who may be shown: a million objects would block the event loop.
  const take = (joined: number, before: number, placeBefore: number, after: number, placeAfter: number) => {
    if (before !== after) moved += 1
    if (before === 1) first.before += 1
    if (after === 1) first.after += 1
    const score = placeBefore - placeAfter
    const isShown = placeBefore <= SHOWN || placeAfter <= SHOWN
    if (!isShown && !gain.wants(score) && !lose.wants(score)) return
    const place = {
      joined,
      before: { position: before, place: placeBefore },
      after: { position: after, place: placeAfter },
    }
    if (isShown) hundred.push(place)
    gain.offer(score, place)
    lose.offer(score, place)
  }
  for (let position = 1; position <= last; position += 1) {
    if (position % SLICE === 0) await new Promise(setImmediate)
    others[position] = others[position - 1]! + (kind[position] === 0 ? 1 : 0)
    passedBefore[position]! += passedBefore[position - 1]!
    passedAfter[position]! += passedAfter[position - 1]!
    if (kind[position] !== 0) continue
    // A person with friends at the same position comes first.
    const place = others[position]!
    take(position, position, place + passedBefore[position]!, position, place + passedAfter[position]!)
  }
  for (let index = 0; index < joined.length; index += 1) {
    if (index % SLICE === 0) await new Promise(setImmediate)
    const [before, after] = [positionBefore[index]!, positionAfter[index]!]
    const placeBefore = line.indexBefore[index]! + others[before - 1]!
    take(joined[index]!, before, placeBefore, after, line.indexAfter[index]! + others[after - 1]!)
  }
  hundred.sort((a, b) => a.after.place - b.after.place)
  return { moved, first, hundred, gain: gain.list().filter(isUp), lose: lose.list().filter(isDown) }
}

const isUp = ({ before, after }: Place) => after.place < before.place
const isDown = ({ before, after }: Place) => after.place > before.place

function countAt(positions: number[], last: number): Int32Array {
  const counts = new Int32Array(last + 1)
  for (const position of positions) counts[position]! += 1
  return counts
}

/** Keeps the `MOST_MOVED` places that come first when their scores are sorted by `order`. */
function createTop(order: (a: number, b: number) => number) {
  const top: { score: number; place: Place }[] = []
  const wants = (score: number) => top.length < MOST_MOVED || order(score, top.at(-1)!.score) < 0
  return {
    wants,
    offer(score: number, place: Place) {
      if (!wants(score)) return
      if (top.length === MOST_MOVED) top.pop()
      top.push({ score, place })
      top.sort((a, b) => order(a.score, b.score) || a.place.joined - b.place.joined)
    },
    list: () => top.map(({ place }) => place),
  }
}

type Person = { id: string; email: string; referrals: number }

async function readPeople(tx: pg.ClientBase, places: Place[]): Promise<Map<number, Person>> {
  const { rows } = await tx.query<Person & { joined_position: number }>(
    'select joined_position, id, email, referrals from waitlist_entries where joined_position = any($1)',
    [places.map(({ joined }) => joined)],
  )
  return new Map(rows.map(({ joined_position, ...person }) => [joined_position, person]))
}
