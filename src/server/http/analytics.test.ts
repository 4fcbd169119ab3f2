import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { site } from '#shared/site/site.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createCounters } from './analytics-routes.ts'
import { ANALYTICS_INVARIANTS } from '../operations/standing-invariants.ts'
import { addCounts, type Count, foldCounts, sumCounts, readFunnel } from './counts.ts'

const VIEW = { name: 'page_view', path: '/' } as const
const NOON = Date.UTC(2026, 5, 1, 12, 7)

function send(app: TestApp, payload: object) {
  return app.app.inject({ method: 'POST', url: '/api/events', payload })
}

function countersOf({ pool }: TestApp, now = () => NOON) {
  return createCounters({ pool, now, logFailure: () => {} })
}

test('POST /api/events answers 204 without a cookie, and the count is written when the server stops', async () => {
  await using app = await testApp()

  const answer = await send(app, { ...VIEW, title: 'Home', utm_source: 'Instagram' })
  await app.app.close()

  expect(answer.statusCode).toBe(204)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await app.rows('select event, detail, utm_source, count from analytics_counts')).toEqual([
    { event: 'page_view', detail: '/', utm_source: 'instagram', count: 1 },
  ])
})

test('a count is written within seconds', async () => {
  await using app = await testApp()

  await send(app, VIEW)

  await expect.poll(() => app.rows('select count from analytics_counts'), { timeout: 60_000 }).toEqual([{ count: 1 }])
})

test.each([
  ['an unknown event', { name: 'mouse_move' }],
  ['a view of nothing', { name: 'page_view' }],
  ['a step that does not exist', { name: 'form_step_complete', step_index: 0, step_name: 'shoe_size' }],
  ['an unknown way to share', { name: 'share', method: 'pigeon', content_type: 'referral_link' }],
])('%s is refused', async (_name, event) => {
  await using app = await testApp()

  expect((await send(app, event)).statusCode).toBe(400)
})

test('a path that is not a page counts as other, whatever it contains', async () => {
  await using app = await testApp()
  const counters = countersOf(app)
  for (const path of ['/form', '/ada@example.com', '/?ref=AB12CD', '/api/waitlist/count'])
    counters.count({ name: 'page_view', path })

  await counters.stop()

  expect(await app.rows('select detail, count from analytics_counts order by detail')).toEqual([
    { detail: '/form', count: 1 },
    { detail: 'other', count: 3 },
  ])
})

test('beyond fifty in a quarter of an hour, made-up origins share one count', async () => {
  await using app = await testApp()
  const counters = countersOf(app)
  for (let source = 0; source < 80; source++) counters.count({ ...VIEW, utm_source: `source-${source}` })

  await counters.stop()

  expect(await app.rows(`select count from analytics_counts where utm_source = 'other'`)).toEqual([{ count: 30 }])
})

test('counts that could not be written are written later, once', async () => {
  await using app = await testApp()
  const logFailure = vi.fn<(what: string, error: unknown) => void>()
  const counters = createCounters({ pool: app.pool, logFailure, now: () => NOON })
  await app.rows('alter table analytics_counts rename to away')
  counters.count(VIEW)
  await counters.flush()
  await app.rows('alter table away rename to analytics_counts')
  counters.count(VIEW)

  await counters.stop()

  expect(logFailure).toHaveBeenCalledOnce()
  expect(await app.rows('select count from analytics_counts')).toEqual([{ count: 2 }])
})

test('counts from two servers add up', async () => {
  await using app = await testApp()
  const servers = [countersOf(app), countersOf(app)]
  for (const counters of servers) for (let view = 0; view < 5; view++) counters.count(VIEW)

  await Promise.all(servers.map((counters) => counters.stop()))

  expect(await app.rows('select bucket, count from analytics_counts')).toEqual([
    { bucket: new Date(Date.UTC(2026, 5, 1, 12)), count: 10 },
  ])
})

test('the funnel covers its range and includes every step', async () => {
  await using app = await testApp()
  let now = NOON
  const counters = countersOf(app, () => now)
  counters.count(VIEW)
  now += 24 * 60 * 60_000
  counters.count(VIEW)
  counters.count({ ...VIEW, utm_source: 'tiktok' })
  counters.count({ name: 'page_view', path: '/form' })
  counters.count({ name: 'form_step_complete', step_index: 1, step_name: 'business_name' })
  counters.count({ name: 'waitlist_submission', has_referral: true })
  counters.count({ name: 'waitlist_submission', has_referral: false })
  counters.count({ name: 'share', method: 'facebook', content_type: 'referral_link' })
  await counters.stop()

  const funnel = await readFunnel(app.pool, {
    from: new Date(Date.UTC(2026, 5, 2)),
    to: new Date(Date.UTC(2026, 5, 3)),
  })

  expect(funnel).toMatchObject({ visits: 2, emails: 1, submissions: 2, shares: 1 })
  const completed = ({ name }: { name: string }) => ({ name, completed: name === 'business_name' ? 1 : 0 })
  expect(funnel.steps).toEqual(site().questions.map(completed))
})

const QUARTER_MS = 15 * 60_000
const quarter = fc
  .integer({ min: 0, max: 4 * 24 * 4 })
  .map((after) => new Date(Date.UTC(2026, 9, 23) + after * QUARTER_MS))
const counted = fc.record({
  bucket: quarter,
  event: fc.constantFrom('page_view', 'share'),
  detail: fc.constantFrom('/', 'email'),
  utm_source: fc.constantFrom('', 'tiktok'),
  count: fc.integer({ min: 1, max: 5 }),
})
/** Writes counts, some of them late or as an earlier version does, or adds counts to the sums of their days. */
const step = fc.oneof(
  fc.record({
    is: fc.constant('counts' as const),
    counts: fc.uniqueArray(counted, { selector: keyOf, minLength: 1, maxLength: 8 }),
  }),
  fc.record({ is: fc.constant('fold' as const), before: quarter, limit: fc.constantFrom(3, 1_000) }),
)

test('the sums of any range equal those of its quarter hours, whatever is added to the days when', async () => {
  await using app = await testApp()
  const example = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(quarter, quarter), { minLength: 8, maxLength: 8 }),
    async (steps, ranges) => {
      await app.rows('truncate analytics_counts, analytics_days')
      for (const next of steps) {
        if (next.is === 'counts') await addCounts(app.pool, next.counts)
        // Two servers do this at the same time.
        else await Promise.all([foldCounts(app.pool, next), foldCounts(app.pool, next)])
      }
      for (const [one, other] of ranges) {
        const [from, to] = one < other ? [one, other] : [other, one]
        const plain = await app.rows(
          `select event, detail, sum(count)::float8 as count from analytics_counts
           where bucket >= $1 and bucket < $2 group by event, detail`,
          from,
          to,
        )
        const sums = (await sumCounts(app.pool, { from, to })).filter(({ count }) => count !== 0)
        expect(sums.toSorted(byKind)).toEqual(plain.toSorted(byKind))
      }
      for (const { offenders } of ANALYTICS_INVARIANTS) expect(await app.rows(offenders as string)).toEqual([])
    },
  )
  await fc.assert(example, { numRuns: 40 })
})

function keyOf({ bucket, event, detail, utm_source }: Count): string {
  return [bucket.getTime(), event, detail, utm_source].join()
}

function byKind(one: Pick<Count, 'event' | 'detail'>, other: Pick<Count, 'event' | 'detail'>): number {
  return one.event.localeCompare(other.event) || one.detail.localeCompare(other.detail)
}

test('counts of quarter hours that are over move into the sums of their days by themselves', async () => {
  await using app = await testApp()
  let now = NOON
  const counters = createCounters({ pool: app.pool, logFailure: () => {}, now: () => now, flushMs: 5 })
  counters.count(VIEW)
  await counters.flush()
  expect(await app.rows('select count::int from analytics_days')).toEqual([])
  now += QUARTER_MS
  counters.count(VIEW)
  await expect.poll(() => app.rows('select from analytics_days')).not.toEqual([])
  await counters.stop()

  expect(await app.rows('select day::text, event, detail, count::int from analytics_days')).toEqual([
    { day: '2026-06-01', event: 'page_view', detail: '/', count: 1 },
  ])
})
