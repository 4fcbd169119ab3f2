import { runs } from '../../../test/runs.ts'
import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '#shared/values/days.ts'
import { toAnswers } from '#shared/site/questions.ts'
import { industryOf, offered, priceBands, priceNames, priceOf, tagOf } from '#shared/site/offered.ts'
import type { Entry } from '#shared/list/entry.ts'
import {
  type EntriesQuery,
  type ExportQuery,
  filterOf,
  type Filters,
  SORTS,
  STATES,
  YES_NO,
} from '#shared/list/filters.ts'
import type { Utm } from '#shared/joining/join.ts'
import { isWithin, periodOf } from '#shared/list/period.ts'
import { fold } from '#shared/list/search-text.ts'
import { summarizeEntries } from '#shared/list/summarize.ts'
import { type Countable, tallyEntries } from '#shared/list/tally.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { checkInvariants } from '../operations/invariants.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { isRolledUp } from './sql/conditions.ts'
import { listingInvariants } from './listing-invariants.ts'
import { prepareList } from './prepare-list.ts'
import { type Seed, storeSeeds } from '../joining/store-others.ts'
import { putSettingsInForce, recountAll } from '../trust/keep-rule.ts'
import { exportEntries, readEntries } from './export-entries.ts'
import { readReferrers } from './read-referrers.ts'
import { readSummary } from './read-summary.ts'
import { inTransaction } from '../db/query.ts'

const ZONES = ['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Havana', 'UTC']

/** Moments just after the clocks changed in one zone or another, and on an ordinary day. */
const NOWS = ['2026-10-25T01:30:00Z', '2026-03-29T12:00:00Z', '2026-11-01T05:30:00Z', '2026-07-14T23:30:00Z']

const ODD_NAMES = [
  '100% Hair',
  'a_b Nails',
  String.raw`back\slash`,
  "O'Neil's “Cuts”",
  '💈 Barber 💇🏽‍♀️',
  'İstanbul Kuaför',
  'istanbul',
  'ΟΔΟΣ ΜΑΡΙΑΣ',
  'οδος',
  'Straße',
  'Café',
  'Cafe\u0301',
  'unit\x1fseparator',
  ' ',
]
const SEARCHES = [
  ...ODD_NAMES,
  'ODOS',
  'ΟΔΟΣ',
  'STRASSE',
  'i',
  '%',
  '_',
  '\\',
  "'",
  '💈',
  'é',
  'p1',
  'example.com',
  'barber',
  'zzz',
]

const SPELLINGS = [
  'Spring',
  'spring ',
  'SPRING',
  'été',
  'ÉTÉ',
  '\u00a0x\ufeff',
  'tab\tend',
  String.raw`b\slash`,
  '__proto__',
]
const TAGS = ['VIP', ' Call  back', 'İ', '"\\', 'a|b']

const word = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: 'binary', maxLength: 8 }).map(storable))

const person = fc.record({
  business_name: fc.option(word, { freq: 8 }),
  is_solo_provider: fc.option(fc.boolean(), { freq: 8 }),
  job_industry: fc.option(fc.constantFrom(...offered('job_industry')), { freq: 8 }),
  problems: fc.subarray([...offered('problems')]),
  goals: fc.subarray([...offered('goals')]),
  price_range: fc.option(fc.constantFrom(...priceBands().map(({ value }) => value)), { freq: 8 }),
  source: fc.option(fc.constantFrom('instagram', ' TikTok ', 'constructor', '__proto__', '💈', '～', '')),
  medium: fc.option(fc.constantFrom(...SPELLINGS)),
  campaign: fc.option(fc.constantFrom(...SPELLINGS)),
  state: fc.constantFrom(...STATES),
  doubtful: fc.boolean(),
  rejected: fc.boolean(),
  imported: fc.boolean(),
  tags: fc.subarray(TAGS.map(tagOf)),
  referrer: fc.option(fc.nat()),
  daysAgo: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 220 })),
  minutesFromMidnight: fc.integer({ min: -130, max: 130 }),
  joinsAgain: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
})
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

const yesOrNo = fc.constantFrom(...YES_NO)

const someOf = (...values: string[]) =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.subarray(values, { minLength: 2, maxLength: 3 }).map((chosen) => filterOf(chosen)!),
  )

const filters = fc.record(
  {
    range: fc.constantFrom('7d', '30d', '90d', 'all'),
    days: fc.record({ from: fc.integer({ min: 0, max: 120 }), length: fc.integer({ min: 0, max: 100 }) }),
    industry: someOf(...offered('job_industry'), 'Unknown', 'Astronaut'),
    solo: fc.constantFrom('yes', 'no'),
    price: someOf(...priceBands().flatMap(({ value, label }) => [value, label]), 'Unknown', 'a fortune'),
    q: fc.oneof(fc.constantFrom(...SEARCHES), word),
    sorted: fc.record({ sort: fc.constantFrom(...SORTS), order: fc.constantFrom('asc', 'desc') }),
    source: someOf('Instagram', 'tiktok', '__proto__', 'nobody'),
    medium: fc.constantFrom(...SPELLINGS, 'nobody'),
    campaign: fc.constantFrom(...SPELLINGS),
    problem: someOf(...offered('problems'), 'No such problem'),
    goal: someOf(...offered('goals')),
    referred: yesOrNo,
    friends: fc.integer({ min: 1, max: 3 }),
    imported: yesOrNo,
    state: someOf(...STATES),
    doubtful: yesOrNo,
    rejected: yesOrNo,
    tag: someOf(...TAGS, 'a|b', 'nobody'),
  },
  { requiredKeys: ['range', 'sorted'] },
)

/** Only the listing's rules: the test sets states directly, without the holds and acts that other rules require. */
const LISTED = new Set(listingInvariants().map(({ rule }) => rule))

/** At most four filters at once: no entry would pass a dozen. */
const fewFilters = filters.chain((all) =>
  fc.subarray(Object.keys(all), { maxLength: 4 }).map((kept) => ({
    ...(Object.fromEntries(kept.map((name) => [name, all[name as keyof typeof all]])) as Partial<typeof all>),
    range: all.range,
    sorted: all.sorted,
  })),
)

const world = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  now: fc.constantFrom(...NOWS),
  mostPositions: fc.constantFrom(2, 1000),
  people: fc.array(person, { minLength: 1, maxLength: 30 }),
  questions: fc.array(fewFilters, { minLength: 8, maxLength: 20 }),
})

test('every figure and list, from SQL and from columns in memory, equals the result of the pure functions on the same entries', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ timeZone, now: nowText, mostPositions, people, questions }) => {
      await using app = await testApp({ columns: { mostPositions } })
      const now = new Date(nowText)
      await onClient(app, (client) => prepareList(client, { timeZone }))
      const entries = await populate(app, people, { now, timeZone })
      await app.list()
      for (const { days, sorted, ...rest } of questions) {
        const from = days && addDays(dayOf(now, timeZone), -days.from)
        await expectSame(app, { ...rest, ...(from && { from, to: addDays(from, days.length) }) } as Filters, {
          entries,
          sorted,
          now,
          timeZone,
        })
      }
      const verdicts = await onClient(app, checkInvariants)
      const broken = verdicts.filter(({ rule, offending }) => LISTED.has(rule) && offending.length > 0)
      expect(broken).toEqual([])
    }),
    { ...runs(15), endOnFailure: true },
  )
})

type Known = Countable & { id: string; email: string; created_at: string; referrer: string | null }

async function populate(app: TestApp, people: Person[], { now, timeZone }: { now: Date; timeZone: string }) {
  const seeds = people.map((one, index): Seed => {
    const midnight = startOfDay(addDays(dayOf(now, timeZone), -one.daysAgo), timeZone)
    const { business_name, is_solo_provider, job_industry, problems, goals, price_range } = one
    const answers = { business_name, is_solo_provider, job_industry, problems, goals, price_range }
    return {
      id: randomUUIDv7(),
      email: `p${index}%_'💈@example.com`,
      full_name: `Ünal ${index}`,
      code: String(100_000 + index),
      // The database holds null where the form leaves a value out.
      answers: { ...answers, other_problem: null, other_goal: null, further_answers: null },
      utm: utmOf(one),
      elapsed_ms: 1,
      created: new Date(midnight.getTime() + one.minutesFromMidnight * 60_000),
      referrer: one.referrer === null || index === 0 ? null : one.referrer % index,
    }
  })
  await inTransaction(app.pool, (tx) => storeSeeds(tx, seeds, []))
  const entries = seeds.map(({ id, email, full_name, answers, utm, created, referrer }): Known => {
    const link = { utm_source: utm?.source, utm_medium: utm?.medium, utm_campaign: utm?.campaign }
    const known = { id, email, full_name, ...answers, ...link, created_at: created.toISOString() }
    const referrals = seeds.filter((one) => one.referrer !== null && seeds[one.referrer]!.id === id).length
    const inviter = referrer === null ? null : seeds[referrer]!.id
    return { ...known, referrals, is_referred: inviter !== null, referrer: inviter }
  })
  for (const [index, one] of people.entries()) {
    // The column store reads the entries before most of them change.
    if (index % 7 === 0) await readSummary(app.pool, { range: 'all', doubtful: 'no' }, now, app.columns)
    await judge(app, entries[index]!, one)
    if (!one.joinsAgain) continue
    const { email } = entries[index]!
    const answers = joinRequest({ email })
    await app.join(answers)
    // A clean form takes the marks of the earlier one away.
    Object.assign(entries[index]!, toAnswers(answers), { doubtful: false })
  }
  await app.rows('update waitlist_entries set rule = 0')
  await putSettingsInForce(app.pool, null)
  await recountAll(app.pool)
  for (const entry of entries)
    entry.referrals = entries.filter((one) => one.referrer === entry.id && counts(one)).length
  return entries
}

/** Whether somebody counts for their inviter, where nobody can press a button in a mail. */
function counts({ rejected, doubtful }: Known): boolean {
  return !rejected && !doubtful
}

function utmOf({ source, medium, campaign }: Person): Utm | null {
  const utm = Object.entries({ source, medium, campaign }).filter(([, name]) => name !== null)
  return utm.length === 0 ? null : Object.fromEntries(utm)
}

/** Sets the state, flags and tags of an entry to those of this person. */
async function judge(app: TestApp, entry: Known, one: Person) {
  const { state, doubtful, rejected, imported, tags } = one
  Object.assign(entry, { state, doubtful, rejected, imported, tags })
  await app.rows(
    `with tagged as (insert into entry_tags (entry_id, tag) select $1, unnest($5::text[]))
     update waitlist_entries set state = $2, marks = case when $3::boolean then '{trap}'::text[] end, is_rejected = $4, updated_at = now(),
       imported_by = case when $6 then id end where id = $1`,
    entry.id,
    state,
    doubtful,
    rejected,
    tags,
    imported,
  )
}

type Expected = {
  entries: Known[]
  /** Only one order for each set of filters: all pages and the export take longer than the rest. */
  sorted: { sort: (typeof SORTS)[number]; order: 'asc' | 'desc' }
  now: Date
  timeZone: string
}

async function expectSame(app: TestApp, filters: Filters, expected: Expected) {
  await expectFrom(app.pool, NO_COLUMNS, filters, expected)
  if (!isRolledUp(filters) && !filters.q) await expectFrom(app.pool, app.columns, filters, expected)
}

async function expectFrom(
  pool: TestApp['pool'],
  columns: ColumnStore,
  filters: Filters,
  { entries, sorted, now, timeZone }: Expected,
) {
  const period = periodOf(filters, { now, timeZone })
  const {
    funnel: _,
    questionable: _counts,
    uncounted: _missing,
    languages: _languages,
    ...figures
  } = await readSummary(pool, filters, now, columns)
  expect(figures).toEqual(summarizeEntries(entries, { filters, period, now }))

  const matching = entries.filter(
    (entry) => tallyEntries([entry], { filters, period: { ...period, from: null, to: null }, now }).days.length > 0,
  )
  const joinedWithin = (entry: Known) => isWithin(dayOf(new Date(entry.created_at), timeZone), period)
  const passing = matching.filter(joinedWithin)
  const { sort, order } = sorted
  const listed = await readAllPages(pool, { ...filters, sort, order, limit: 4 }, now, columns)
  expect(listed.map(({ id }) => id).sort()).toEqual(passing.map(({ id }) => id).sort())
  const upwards = order === 'asc' ? listed : listed.toReversed()
  if (sort === 'friends')
    expect(upwards).toEqual(
      upwards.toSorted((a, b) => a.referrals - b.referrals || b.joined_position - a.joined_position),
    )
  else if (sort === 'launch') expectInLaunchOrder(upwards)
  else {
    const keys = listed.map((entry) => Buffer.from(SORT_KEYS[sort](entry)))
    expect(keys).toEqual(keys.toSorted((a, b) => (order === 'asc' ? 1 : -1) * Buffer.compare(a, b)))
  }
  const exported = await exportEmails(pool, { ...filters, sort, order }, now, columns)
  expect(exported).toEqual(listed.map(({ email }) => email))
  const launchOrder = (await readAllPages(pool, { range: 'all', sort: 'launch', limit: 200 }, now, NO_COLUMNS)).map(
    ({ id }) => id,
  )
  const expected = matching
    .map(({ id }) => ({
      id,
      referrals: entries.filter((one) => one.referrer === id && counts(one) && joinedWithin(one)).length,
    }))
    .filter(({ referrals }) => referrals > 0)
    .sort((a, b) => b.referrals - a.referrals || launchOrder.indexOf(a.id) - launchOrder.indexOf(b.id))
    .slice(0, 10)
  for (const mostCandidates of [undefined, 0]) {
    const { referrers } = await readReferrers(pool, filters, now, {
      columns,
      ...(mostCandidates === 0 && { mostCandidates }),
    })
    expect(referrers.map(({ id, referrals }) => ({ id, referrals }))).toEqual(expected)
  }
}

async function readAllPages(pool: TestApp['pool'], query: EntriesQuery, now: Date, columns: ColumnStore) {
  const listed = []
  for (let cursor: string | undefined; ;) {
    const page = await readEntries(pool, { ...query, cursor }, now, columns)
    listed.push(...page.entries)
    if (page.next_cursor === null) return listed
    cursor = page.next_cursor
  }
}

async function exportEmails(pool: TestApp['pool'], query: ExportQuery, now: Date, columns: ColumnStore) {
  let text = ''
  for await (const page of await exportEntries(pool, query, now, columns)) text += page.toString()
  return [...text.matchAll(/^"(p\d+%_'💈@example\.com)",/gmu)].map(([, email]) => email)
}

const SORT_KEYS = {
  submitted: ({ created_at }) => created_at,
  email: ({ email }) => fold(email),
  business: ({ business_name }) => fold(business_name ?? ''),
  standing: ({ rejected, doubtful, state }) => (rejected ? '4' : doubtful ? '3' : String(STATES.indexOf(state))),
  tags: ({ tags }) =>
    tags
      .map((tag) => Buffer.from(tag))
      .sort(Buffer.compare)[0]
      ?.toString() ?? '\uffff',
  industry: industryOf,
  solo: ({ is_solo_provider }) => ({ true: '0', false: '1', null: '2' })[`${is_solo_provider}`],
  price: ({ price_range }) => String(priceNames().indexOf(priceOf(price_range)) + 1 || 99).padStart(2, '0'),
} satisfies Partial<Record<(typeof SORTS)[number], (entry: Entry) => string>>

function expectInLaunchOrder(entries: { position: number; referrals: number; joined_position: number }[]) {
  const sorted = entries.toSorted(
    (a, b) => a.position - b.position || b.referrals - a.referrals || a.joined_position - b.joined_position,
  )
  expect(entries).toEqual(sorted)
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

async function onClient<Result>({ pool }: TestApp, work: (client: pg.ClientBase) => Promise<Result>) {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
