import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '#shared/days.ts'
import { INDUSTRIES, GOALS, PRICE_BANDS, PROBLEMS } from '#site/questionnaire.ts'
import { type EntriesQuery, type ExportQuery, type Filters, SORTS } from '#shared/filters.ts'
import { isWithin, periodOf } from '#shared/period.ts'
import { fold } from '#shared/search-text.ts'
import { summarizeEntries } from '#shared/summarize.ts'
import { type Countable, tallyEntries } from '#shared/tally.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { inTransaction } from '../db/transaction.ts'
import { checkInvariants } from '../verify/invariants.ts'
import { prepareList } from './prepare-list.ts'
import { type Seed, storeSeeds } from '../joining/store-seeds.ts'
import { exportEntries } from './export-entries.ts'
import { readEntries } from './read-entries.ts'
import { readReferrers } from './read-referrers.ts'
import { readSummary } from './read-summary.ts'

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

const word = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: 'binary', maxLength: 8 }).map(storable))

const person = fc.record({
  business_name: fc.option(word, { freq: 8 }),
  is_solo_provider: fc.option(fc.boolean(), { freq: 8 }),
  job_industry: fc.option(fc.constantFrom(...INDUSTRIES), { freq: 8 }),
  problems: fc.subarray([...PROBLEMS]),
  goals: fc.subarray([...GOALS]),
  price_range: fc.option(fc.constantFrom(...PRICE_BANDS.map(({ value }) => value)), { freq: 8 }),
  source: fc.option(fc.constantFrom('instagram', ' TikTok ', 'constructor', '__proto__', '💈', '～', '')),
  referrer: fc.option(fc.nat()),
  daysAgo: fc.oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 220 })),
  minutesFromMidnight: fc.integer({ min: -130, max: 130 }),
  joinsAgain: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
})
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

const filters = fc.record(
  {
    range: fc.constantFrom('7d', '30d', '90d', 'all'),
    days: fc.record({ from: fc.integer({ min: 0, max: 120 }), length: fc.integer({ min: 0, max: 100 }) }),
    industry: fc.constantFrom(...INDUSTRIES, 'Unknown', 'Astronaut'),
    solo: fc.constantFrom('yes', 'no'),
    price: fc.constantFrom(...PRICE_BANDS.flatMap(({ value, label }) => [value, label]), 'Unknown', 'a fortune'),
    q: fc.oneof(fc.constantFrom(...SEARCHES), word),
    exported: fc.record({ sort: fc.constantFrom(...SORTS), order: fc.constantFrom('asc', 'desc') }),
  },
  { requiredKeys: ['range', 'exported'] },
)

const world = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  now: fc.constantFrom(...NOWS),
  people: fc.array(person, { minLength: 1, maxLength: 30 }),
  questions: fc.array(filters, { minLength: 8, maxLength: 20 }),
})

test('every figure and list from SQL equals the result of the pure functions on the same entries', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ timeZone, now: nowText, people, questions }) => {
      await using app = await testApp()
      const now = new Date(nowText)
      await onClient(app, (client) => prepareList(client, { timeZone }))
      const entries = await populate(app, people, { now, timeZone })
      for (const { days, exported, ...rest } of questions) {
        const from = days && addDays(dayOf(now, timeZone), -days.from)
        await expectSame(
          app,
          { ...rest, ...(from && { from, to: addDays(from, days.length) }) },
          { entries, exported, now, timeZone },
        )
      }
      const broken = (await onClient(app, checkInvariants)).filter(({ offending }) => offending.length > 0)
      expect(broken).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 240_000)

type Known = Countable & { id: string; email: string; created_at: string; referrer: string | null }

async function populate(app: TestApp, people: Person[], { now, timeZone }: { now: Date; timeZone: string }) {
  const seeds = people.map((one, index): Seed => {
    const midnight = startOfDay(addDays(dayOf(now, timeZone), -one.daysAgo), timeZone)
    const { business_name, is_solo_provider, job_industry, problems, goals, price_range } = one
    const answers = { business_name, is_solo_provider, job_industry, problems, goals, price_range }
    return {
      id: randomUUIDv7(),
      email: `p${index}%_'💈@example.com`,
      code: String(100_000 + index),
      // The database holds null where the form leaves a value out.
      answers: { ...answers, other_problem: null, other_goal: null, further_answers: null },
      utm: one.source === null ? null : { source: one.source },
      elapsed_ms: 1,
      created: new Date(midnight.getTime() + one.minutesFromMidnight * 60_000),
      referrer: one.referrer === null || index === 0 ? null : one.referrer % index,
    }
  })
  await inTransaction(app.pool, (tx) => storeSeeds(tx, seeds, []))
  const entries = seeds.map(({ id, email, answers, utm, created, referrer }): Known => {
    const utm_source = utm?.source ?? null
    const known = { id, email, ...answers, utm_source, created_at: created.toISOString() }
    return { ...known, is_referred: referrer !== null, referrer: referrer === null ? null : seeds[referrer]!.id }
  })
  for (const [index, { joinsAgain }] of people.entries()) {
    if (!joinsAgain) continue
    const { email } = entries[index]!
    const { business_name, is_solo_provider, job_industry, problems, goals, price_range } = joinRequest()
    await app.join({ email, business_name, is_solo_provider, job_industry, problems, goals, price_range })
    Object.assign(entries[index]!, { business_name, is_solo_provider, job_industry, problems, goals, price_range })
  }
  return entries
}

type Expected = {
  entries: Known[]
  /** The order of the file: one for each question, because a file takes as long as all pages of the list. */
  exported: Pick<ExportQuery, 'sort' | 'order'>
  now: Date
  timeZone: string
}

async function expectSame({ pool }: TestApp, filters: Filters, { entries, exported, now, timeZone }: Expected) {
  const period = periodOf(filters, { now, timeZone })
  const { funnel: _, ...figures } = await readSummary(pool, filters, now)
  expect(figures).toEqual(summarizeEntries(entries, { filters, period, now }))

  const matching = entries.filter(
    (entry) => tallyEntries([entry], { filters, period: { ...period, from: null, to: null }, now }).days.length > 0,
  )
  const joinedWithin = (entry: Known) => isWithin(dayOf(new Date(entry.created_at), timeZone), period)
  const passing = matching.filter(joinedWithin)
  const key = { submitted: 'created_at', email: 'email', business: 'business_name' } as const
  for (const sort of SORTS) {
    for (const order of ['asc', 'desc'] as const) {
      const listed = await readAllPages(pool, { ...filters, sort, order, limit: 7 }, now)
      if (sort === exported.sort && order === exported.order)
        expect(await exportEmails(pool, { ...filters, sort, order }, now)).toEqual(listed.map(({ email }) => email))
      expect(listed.map(({ id }) => id).sort()).toEqual(passing.map(({ id }) => id).sort())
      if (sort === 'launch') expectInLaunchOrder(order === 'asc' ? listed : listed.toReversed())
      else {
        const keys = listed.map((entry) => Buffer.from(fold(entry[key[sort]] ?? '')))
        expect(keys).toEqual(keys.toSorted((a, b) => (order === 'asc' ? 1 : -1) * Buffer.compare(a, b)))
      }
    }
  }
  const launchOrder = (await readAllPages(pool, { range: 'all', sort: 'launch', limit: 200 }, now)).map(({ id }) => id)
  const expected = matching
    .map(({ id }) => ({ id, referrals: entries.filter((one) => one.referrer === id && joinedWithin(one)).length }))
    .filter(({ referrals }) => referrals > 0)
    .sort((a, b) => b.referrals - a.referrals || launchOrder.indexOf(a.id) - launchOrder.indexOf(b.id))
    .slice(0, 10)
  for (const mostCandidates of [undefined, 0]) {
    const { referrers } = await readReferrers(pool, filters, now, mostCandidates)
    expect(referrers.map(({ id, referrals }) => ({ id, referrals }))).toEqual(expected)
  }
}

async function readAllPages(pool: TestApp['pool'], query: EntriesQuery, now: Date) {
  const listed = []
  for (let cursor: string | undefined; ;) {
    const page = await readEntries(pool, { ...query, cursor }, now)
    listed.push(...page.entries)
    if (page.next_cursor === null) return listed
    cursor = page.next_cursor
  }
}

async function exportEmails(pool: TestApp['pool'], query: ExportQuery, now: Date) {
  let text = ''
  for await (const page of await exportEntries(pool, query, now)) text += page.toString()
  return [...text.matchAll(/^"(p\d+%_'💈@example\.com)",/gmu)].map(([, email]) => email)
}

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
