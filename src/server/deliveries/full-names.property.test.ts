import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { runs } from '../../../test/runs.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { followWithin } from '../people/events/follow-log.ts'
import { createNotion } from '../outbox/integrations/notion.ts'
import { attempt as attemptDelivery } from '../outbox/attempt.ts'
import type { Delivered, Delivery } from '../outbox/channel.ts'
import { createFollower, followMissed } from '../outbox/follow.ts'
import { requeueAll, requeueSlice, type StandsStill } from '../outbox/requeue.ts'
import { claimNext, keepDue } from '../outbox/rows.ts'
import { addingToNotion } from './notion/add-to-notion.ts'
import { askForPage } from './page/by-hand-routes.ts'
import { inTransaction } from '../db/query.ts'

/** A worker's attempt at the waiting row, and the outcome of the call. */
const Attempt = fc.record({
  type: fc.constant('attempt' as const),
  outcome: fc.constantFrom('ok', 'lost answer', 'refused for now', 'given up', 'killed before', 'killed after'),
})
const Step = fc.oneof(
  fc.record({ type: fc.constant('join' as const) }),
  fc.record({ type: fc.constant('function' as const) }),
  fc.record({ type: fc.constant('follow' as const), isSetUp: fc.boolean(), isKilled: fc.boolean() }),
  Attempt,
  Attempt,
  fc.record({ type: fc.constantFrom('catch up' as const, 'retry' as const, 'not set up' as const) }),
)
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never
type Outcome = typeof Attempt extends fc.Arbitrary<{ outcome: infer Value }> ? Value : never

test('in any order of joins, lost answers, retries and crashes, Notion has the newest name in the end', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp()
  await app.rows(`update outside_services set next_call_at = now()`)
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength: 14 }), async (steps) => {
      notion.pages.length = 0
      // A failed case must not leave rows to the smaller cases that fast-check runs next.
      await app.rows('delete from outbox')
      const world = createWorld(app, notion)
      await world.join()
      for (const step of steps) await world.take(step)
      await world.settle()
      const pages = notion.pages.map(({ properties }) => properties.Name.title[0].text.content)
      expect(pages).toEqual([world.newestName()])
    }),
    runs(100),
  )
})

type Fake = Awaited<ReturnType<typeof fakeNotion>>
let worlds = 0

/** One person, and all events that can happen to their page, one after another. */
function createWorld(app: TestApp, notion: Fake) {
  const { pool } = app
  const email = `person-${(worlds += 1)}@names.example`
  const paces = { mail: 0, notion: 0, beehiiv: 0 }
  const delivery = addingToNotion({ pool, notion: createNotion(notion.config) })
  let names = 0

  const nextName = () => `Name ${(names += 1)}`

  async function take(step: Step): Promise<unknown> {
    if (step.type === 'join') return join()
    if (step.type === 'function') return inTransaction(pool, (tx) => askForPage(tx, { email, fullName: nextName() }))
    if (step.type === 'follow') return follow(step)
    if (step.type === 'attempt') return attempt(step.outcome)
    if (step.type === 'not set up') return keepDue(pool, ['add-to-notion'])
    return requeue(step.type === 'retry' ? 'given up' : 'kept')
  }

  /** Each join happens on its own day, because only a limited number of joins a day change an entry. */
  async function join() {
    await app.aDayPasses()
    return app.join({ email, full_name: nextName() })
  }

  /** Follows the log, on a server that may die before the commit. */
  async function follow({ isSetUp, isKilled }: { isSetUp: boolean; isKilled: boolean }) {
    const follower = createFollower((channel) => channel === 'add-to-notion' && isSetUp)
    await inTransaction(pool, async (tx) => {
      await followWithin(tx, follower)
      if (isKilled) throw new Killed()
    }).catch((error) => {
      if (!(error instanceof Killed)) throw error
    })
  }

  /** Does what a worker does, on a server that may die before or after the call. */
  async function attempt(outcome: Outcome) {
    await app.rows(`update outbox set due_at = now() where state = 'waiting'`)
    const row = await claimNext(pool, ['add-to-notion'])
    if (!row) return
    if (outcome === 'killed after') await delivery.deliver(row, async () => {})
    if (outcome.startsWith('killed')) return app.rows('update outbox set claimed_until = now()')
    // Loses the answers of calls that create or change a page, but not those of searches.
    notion.misbehave(({ path }) => (outcome === 'lost answer' && path.includes('/pages') ? 'half' : null))
    const trouble = outcome === 'refused for now' || outcome === 'given up'
    const attempts = outcome === 'given up' ? 1_000 : 0
    const attempting = { pool, paces, logFailure: () => {}, isInForce: () => true }
    await attemptDelivery(attempting, trouble ? failing : delivery, { ...row, attempts })
    notion.misbehave(null)
    await app.rows('update outside_services set paused_until = null, failures = 0')
  }

  async function requeue(state: StandsStill) {
    await inTransaction(pool, (tx) => requeueAll(tx, { service: 'notion', state }))
    await followMissed(pool, 'notion')
    await requeueSlice(pool, 'notion')
  }

  /** Does what is left, without faults. */
  async function settle() {
    await follow({ isSetUp: true, isKilled: false })
    await requeue('kept')
    await requeue('given up')
    await attempt('ok')
    expect(await app.rows(`select state from outbox where channel = 'add-to-notion' and state <> 'done'`)).toEqual([])
  }

  return { join, take, settle, newestName: () => `Name ${names}` }
}

class Killed extends Error {}

const failing: Delivery = {
  service: 'notion',
  deliver: async (): Promise<Delivered> => {
    throw new Error('No.')
  },
}
