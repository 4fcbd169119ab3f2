import type pg from 'pg'
import { MOST_AT_ONE_DOMAIN, PUBLIC_PROVIDERS, RELAY_DOMAINS } from '#site/trust.ts'
import type { Invariant } from '../db/invariant.ts'
import { domainOfEntry } from '../people/addresses/email-keys.ts'
import { registeredDomain } from '../people/addresses/registered-domain.ts'

type Credit = {
  referrer_id: string
  friend_id: string
  state: string
  is_gone: boolean
  is_spent: boolean
  is_void: boolean
  domain: string
  registered: string
  mailbox: string
  is_plain: boolean
  has_pressed: boolean
  is_by_key: boolean
  has_owners_word: boolean
  is_referrer_proven: boolean
  ceiling_used: number
}

const DOMAIN = domainOfEntry('f')

/**
 * The credits without a hold or a rejection, of all referrers to whom the ceiling applies, in the order in which the
 * friends joined.
 */
const FREE_CREDITS = `select c.referrer_id, c.friend_id, c.state, f.erased_at is not null and not (c.state = 'waiting' and c.is_spent) as is_gone, c.is_spent,
    c.is_void and f.confirmed_at is not null and not (f.is_accepted or f.state = 'admitted') as is_void,
    ${DOMAIN} as domain, ${registeredDomain(DOMAIN)} as registered, m.mailbox is null as is_plain,
    case when f.imported_by is not null or f.joined_position <= (select position from judging where name = 'joins')
      then coalesce(m.mailbox, f.email, f.id::text) else f.id::text end as mailbox, f.confirmed_at is not null as has_pressed, f.is_by_key,
    f.is_accepted or f.state = 'admitted' as has_owners_word,
    r.confirmed_at is not null or r.is_accepted or r.state = 'admitted' as is_referrer_proven, r.ceiling_used
  from credits c join waitlist_entries f on f.id = c.friend_id join waitlist_entries r on r.id = c.referrer_id
    left join mailboxes m on m.entry_id = f.id
  where c.state in ('counted', 'waiting', 'repeated') and r.erased_at is null
    and r.joined_position <= (select coalesce(ceiling_reached, last_position) from waitlist_counter)
  order by c.referrer_id, f.joined_position`

/** The referrers without such credits who use up a part of the ceiling all the same. */
const UNUSED_CEILINGS = `select e.id as referrer_id, e.ceiling_used, 0 as expected from waitlist_entries e
  where e.ceiling_used <> 0 and e.erased_at is null
    and e.joined_position <= (select coalesce(ceiling_reached, last_position) from waitlist_counter)
    and not exists (select from credits c where c.referrer_id = e.id and c.state in ('counted', 'waiting', 'repeated'))`

const ROWS = 10_000

/** Replays the credits of each referrer one by one. The SQL that settles credits handles all in one statement. */
export const CEILING_INVARIANT: Invariant = {
  rule: 'Proven friends count and the first unproven ones up to the ceiling, as a replay in the order of the numbers says',
  unit: 'credits',
  count: `select count(*) from credits where state in ('counted', 'waiting', 'repeated')`,
  async offenders(client, most, rest) {
    const { rows } = await client.query<{ ceiling: number | null }>(
      'select most_unproven as ceiling from waitlist_counter',
    )
    const ceiling = rows[0]?.ceiling ?? Infinity
    const found: object[] = []
    for await (const credits of byReferrer(client, rest)) found.push(...replay(credits, ceiling))
    const { rows: unused } = await client.query<object>(UNUSED_CEILINGS)
    return [...found, ...unused].slice(0, most)
  },
}

const SHARED_DOMAINS = new Set([...PUBLIC_PROVIDERS, ...RELAY_DOMAINS])

function replay(credits: Credit[], ceiling: number): object[] {
  const { referrer_id, is_referrer_proven, ceiling_used } = credits[0]!
  const expected = new Map<string, string>()
  const atDomain = new Map<string, number>()
  const proven: Credit[] = []
  const unproven: Credit[] = []
  const chosen = chooseSpellings(credits)
  for (const credit of credits) {
    const isChosen = credit.has_owners_word || chosen.get(credit.mailbox) === credit
    expected.set(credit.friend_id, isChosen ? 'waiting' : 'repeated')
    if (!isChosen && !credit.is_gone) continue
    if (credit.is_gone) expected.set(credit.friend_id, 'counted')
    else if (credit.has_owners_word) proven.push(credit)
    else if (!credit.has_pressed) {
      if (!credit.is_by_key || ceiling === Infinity) unproven.push(credit)
    } else {
      const others = atDomain.get(credit.registered) ?? 0
      atDomain.set(credit.registered, others + 1)
      const isOver = others >= MOST_AT_ONE_DOMAIN && !SHARED_DOMAINS.has(credit.domain)
      if (!isOver || ceiling === Infinity) proven.push(credit)
    }
  }
  const [free, limited] = is_referrer_proven ? [proven, unproven] : [[], [...proven, ...unproven]]
  const spent = credits.filter(({ is_gone, is_spent, state }) => is_gone && is_spent && state === 'counted').length
  const below = limited.slice(0, Math.max(0, ceiling - spent))
  for (const { friend_id } of [...free, ...below]) expected.set(friend_id, 'counted')
  return [
    ...credits
      .filter(({ friend_id, state }) => expected.get(friend_id) !== state)
      .map(({ friend_id, state }) => ({ referrer_id, friend_id, state, expected: expected.get(friend_id) })),
    ...(ceiling_used === below.length + spent ? [] : [{ referrer_id, ceiling_used, expected: below.length + spent }]),
  ]
}

/**
 * The credit that counts for each mailbox. In order of preference: the friend was accepted or let in, has confirmed the
 * address, was not added through a key, has the plain spelling, joined first.
 */
function chooseSpellings(credits: Credit[]): Map<string, Credit> {
  const weight = (one: Credit) =>
    (one.has_owners_word ? 8 : 0) + (one.has_pressed ? 4 : 0) + (one.is_by_key ? 0 : 2) + (one.is_plain ? 1 : 0)
  const chosen = new Map<string, Credit>()
  for (const credit of credits) {
    const known = chosen.get(credit.mailbox)
    if (!credit.is_gone && !credit.is_void && (!known || weight(credit) > weight(known)))
      chosen.set(credit.mailbox, credit)
  }
  return chosen
}

/** Yields the credits of one referrer at a time. */
async function* byReferrer(client: pg.ClientBase, rest: () => Promise<void>): AsyncGenerator<Credit[]> {
  await client.query(`declare free_credits cursor for ${FREE_CREDITS}`)
  let open: Credit[] = []
  for (;;) {
    const { rows } = await client.query<Credit>(`fetch ${ROWS} from free_credits`)
    for (const credit of rows) {
      if (open.length > 0 && open[0]!.referrer_id !== credit.referrer_id) {
        yield open
        open = []
      }
      open.push(credit)
    }
    await rest()
    if (rows.length < ROWS) break
  }
  await client.query('close free_credits')
  if (open.length > 0) yield open
}
