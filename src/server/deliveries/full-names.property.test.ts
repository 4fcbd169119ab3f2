import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { runs } from '../../../test/runs.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { createNotion } from '../integrations/notion.ts'
import { createAddToNotion } from './notion/add-to-notion.ts'
import { askForPage } from './page/ask-for-delivery.ts'
import { attemptDelivery } from './outbox/attempt-delivery.ts'
import type { Delivered, Delivery } from './outbox/delivery.ts'
import { asDb } from '../jobs/enqueue.ts'
import { fanOut } from './fan-out.ts'
import { type Jobs, targetOf } from '../jobs/jobs.ts'
import { claimDelivery } from './outbox/delivery-queries.ts'
import { requeueAll, requeueForgotten, requeueSlice } from './outbox/requeue.ts'

/** A worker's attempt at one of the waiting jobs, and the outcome of the call. */
const Attempt = fc.record({
  type: fc.constant('attempt' as const),
  which: fc.nat(9),
  outcome: fc.constantFrom('ok', 'lost answer', 'refused for now', 'given up', 'killed before', 'killed after'),
})
const Step = fc.oneof(
  fc.record({ type: fc.constant('join' as const) }),
  fc.record({ type: fc.constant('function' as const) }),
  fc.record({
    type: fc.constant('fan-out' as const),
    which: fc.nat(9),
    isSetUp: fc.boolean(),
    isKilled: fc.boolean(),
  }),
  Attempt,
  Attempt,
  fc.record({ type: fc.constantFrom('catch up' as const, 'retry' as const, 'second look' as const) }),
)
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never
type Outcome = typeof Attempt extends fc.Arbitrary<{ outcome: infer Value }> ? Value : never

test('in any order of jobs, lost answers, retries and crashes, Notion has the newest name in the end', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp()
  await app.rows(`update outside_services set next_call_at = now()`)
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength: 14 }), async (steps) => {
      notion.pages.length = 0
      await app.rows('delete from pgboss.job')
      // A failed case must not leave rows to the smaller cases that fast-check runs next.
      await app.rows('delete from deliveries')
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
type Row = { id: string; name: string; body: never }
let worlds = 0

/** One person, and all events that can happen to their page, one after another. */
function createWorld(app: TestApp, notion: Fake) {
  const { pool } = app
  const email = `person-${(worlds += 1)}@names.example`
  const paces = { mail: 0, notion: 0, beehiiv: 0 }
  const delivery = createAddToNotion({ pool, notion: createNotion(notion.config) })
  const { boss, enqueue } = app.queue
  let names = 0

  const nextName = () => `Name ${(names += 1)}`
  const inTx = (work: (tx: Transaction) => Promise<unknown>) => inTransaction(pool, work)
  const jobs = (name: string): Promise<Row[]> =>
    app.rows(
      `select id, name, data #> '{bodies,0}' as body from pgboss.job where name = $1 and state < 'completed' order by id`,
      name,
    )

  async function take(step: Step): Promise<unknown> {
    if (step.type === 'join') return join()
    if (step.type === 'function') return askForPage({ pool, enqueue }, { email, full_name: nextName() })
    if (step.type === 'fan-out') return takeFanOut(step)
    if (step.type === 'attempt') {
      const job = pick(await jobs('add-to-notion'), step.which)
      return job && attempt(job, step.outcome)
    }
    if (step.type === 'second look') {
      await app.rows(`update deliveries set changed_at = now() - interval '1 hour'`)
      return inTx((tx) => requeueForgotten(boss, asDb(tx), 'notion'))
    }
    return requeue(step.type === 'retry' ? 'failed' : 'not set up')
  }

  /** Each join happens on its own day, because only a limited number of joins a day change an entry. */
  async function join() {
    await app.aDayPasses()
    return app.join({ email, full_name: nextName() })
  }

  async function takeFanOut({ which, isSetUp, isKilled }: { which: number; isSetUp: boolean; isKilled: boolean }) {
    const job = pick(await jobs('fan-out'), which)
    if (!job) return
    await inTx(async (tx) => {
      const batches = [job.body as Jobs['fan-out']]
      await fanOut(boss, asDb(tx), { batches, isSetUp: (channel) => channel === 'add-to-notion' && isSetUp })
      if (isKilled) throw new Killed()
      await tx.query('delete from pgboss.job where id = $1', [job.id])
    }).catch(ignoreKilled)
  }

  /** Does what a worker does, on a server that may die before or after the call. */
  async function attempt({ id, body }: Row, outcome: Outcome) {
    if (outcome.startsWith('killed')) {
      const { claim } = await claimDelivery(pool, { channel: 'add-to-notion', target: targetOf(body) })
      if (outcome === 'killed after') await delivery.deliver(body, claim!, async () => {})
      return lapse()
    }
    // Loses the answers of calls that create or change a page, but not those of searches.
    notion.misbehave(({ path }) => (outcome === 'lost answer' && path.includes('/pages') ? 'half' : null))
    const trouble = outcome === 'refused for now' || outcome === 'given up'
    const isLastTry = outcome === 'given up'
    const task = { channel: 'add-to-notion', body, isLastTry } as const
    const { state } = await attemptDelivery({ pool, paces, logFailure: () => {} }, trouble ? failing : delivery, task)
    notion.misbehave(null)
    await app.rows('update outside_services set paused_until = null, failures = 0')
    if (state === 'failed' && isLastTry) return giveUp(id)
    if (state === 'done' || state === 'skipped') await app.rows('delete from pgboss.job where id = $1', id)
  }

  /** Makes every claim of a delivery expire. */
  function lapse() {
    return app.rows('update deliveries set claimed_until = now() where claimed_until is not null')
  }

  function giveUp(id: string) {
    return app.rows(
      `with dead as (delete from pgboss.job where id = $1 returning data, name)
       insert into pgboss.job (name, data, source_name) select 'undelivered', data, name from dead`,
      id,
    )
  }

  async function requeue(state: 'failed' | 'not set up') {
    await inTx((tx) => requeueAll(boss, asDb(tx), { service: 'notion', state }))
    for (const job of await jobs('requeue')) {
      await inTx(async (tx) => {
        await requeueSlice(boss, asDb(tx), job.body as Jobs['requeue'])
        await tx.query('delete from pgboss.job where id = $1', [job.id])
      })
    }
  }

  /**
   * Runs the remaining jobs without faults, newest first, and queues the forgotten deliveries as an hour later. Does
   * both twice.
   */
  async function settle() {
    for (const _ of await jobs('fan-out')) await takeFanOut({ which: 0, isSetUp: true, isKilled: false })
    await requeue('not set up')
    await requeue('failed')
    for (const _ of ['now', 'in an hour']) {
      for (const job of (await jobs('add-to-notion')).toReversed()) await attempt(job, 'ok')
      await take({ type: 'second look' })
    }
    expect(await jobs('add-to-notion')).toEqual([])
    const left = `select state from deliveries where channel = 'add-to-notion' and state <> 'done'`
    expect(await app.rows(left)).toEqual([])
  }

  return { join, take, settle, newestName: () => `Name ${names}` }
}

class Killed extends Error {}

function ignoreKilled(error: unknown) {
  if (!(error instanceof Killed)) throw error
}

const failing: Delivery<'add-to-notion'> = {
  service: 'notion',
  deliver: async (): Promise<Delivered> => {
    throw new Error('No.')
  },
}

/** Picks any item, the same one for the same number. */
function pick<Item>(items: Item[], which: number): Item | undefined {
  return items[which % Math.max(1, items.length)]
}
