import { expect, test } from 'vitest'
import type { Integrations } from '#shared/owner/integrations.ts'
import { erasingOwner, isQueueIdle } from '../../../../test/people/erasing-owner.ts'
import { fakeBeehiiv } from '../../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../../test/services/fake-notion.ts'
import { IMPATIENT } from '../../../../test/services/fake-service.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { longTest } from '../../../../test/runs.ts'

const ERASED = 'erased@example.com'

/** A server that uses fakes of both services, with one person whom both have. */
async function services(patience: Partial<typeof IMPATIENT> = {}) {
  const parts = new AsyncDisposableStack()
  const notion = parts.use(await fakeNotion(patience))
  const beehiiv = parts.use(await fakeBeehiiv(patience))
  const app = parts.use(await testApp({ work: true, services: { notion: notion.config, beehiiv: beehiiv.config } }))
  const owner = await erasingOwner(app)
  const join = async (email: string): Promise<string> => {
    await app.join({ email })
    return (await app.entry(email)).id
  }
  return {
    notion,
    beehiiv,
    app,
    owner,
    join,
    pages: () => notion.pages.filter(({ in_trash }) => !in_trash),
    /** By service, how many people it has erased or how far it is with them. */
    outcome: async (act: string) =>
      Object.fromEntries(
        (await owner.detail(act)).erased!.sums.map(({ service, outcome, people }) => [service, `${people} ${outcome}`]),
      ),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

test('an erased person’s page goes to the trash and their subscription is deleted, and nobody else’s', async () => {
  await using all = await services()
  const { app, owner, notion, beehiiv } = all
  const id = await all.join(ERASED)
  await all.join('stays@example.com')
  await until(() => isQueueIdle(app))
  // The owner has a second page about the same person.
  const page = notion.pages.find(({ properties }) => properties.Email.email === ERASED)!
  notion.pages.push({ ...page, id: crypto.randomUUID() })

  const act = await owner.erase(id)
  await until(() => isQueueIdle(app))
  expect(await all.outcome(act.id)).toEqual({ notion: '1 done', beehiiv: '1 done' })
  expect(all.pages().map(({ properties }) => properties.Email.email)).toEqual(['stays@example.com'])
  expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual(['stays@example.com'])
  expect(await app.rows('select * from outside_remains')).toEqual([])
  const { integrations } = (await owner.get('/api/admin/integrations')).json<Integrations>()
  expect(integrations.slice(0, 3).map(({ channels }) => channels.at(-1))).toMatchObject([
    { channel: 'send-reward' },
    { channel: 'erase-from-notion', done_today: 1, waiting: 0 },
    { channel: 'erase-from-beehiiv', done_today: 1, waiting: 0 },
  ])
  expect(await app.verify()).toEqual([])
})

test('what is in the trash or gone already counts as erased', async () => {
  await using all = await services()
  const { app, owner, notion, beehiiv } = all
  const ids = [await all.join(ERASED), await all.join('gone@example.com')]
  await until(() => isQueueIdle(app))
  notion.pages.find(({ properties }) => properties.Email.email === ERASED)!.in_trash = true
  notion.pages.splice(0, notion.pages.length, ...notion.pages.filter(({ in_trash }) => in_trash))
  beehiiv.subscriptions.splice(0)

  const act = await owner.erase(...ids)
  await until(() => isQueueIdle(app))
  const done = `${ids.length} done`
  expect(await all.outcome(act.id)).toEqual({ notion: done, beehiiv: done })
})

longTest(
  'with both services away for a day the erasure waits, a person who joined again waits behind it, and all gets done',
  async () => {
    await using all = await services(IMPATIENT)
    const { app, owner, notion, beehiiv } = all
    const id = await all.join(ERASED)
    await until(() => isQueueIdle(app))
    const [old] = [...notion.pages]
    notion.misbehave(() => ({ status: 503 }))
    beehiiv.misbehave(() => 'hang')
    const act = await owner.erase(id)
    expect(await all.outcome(act.id)).toEqual({ notion: '1 waiting', beehiiv: '1 waiting' })
    await hurryUntil(app, () => notion.calls.filter(({ method }) => method === 'PATCH').length >= 3)
    await hurryUntil(app, () => beehiiv.calls.filter(({ method }) => method === 'GET').length >= 3)
    expect(await all.outcome(act.id)).toEqual({ notion: '1 waiting', beehiiv: '1 waiting' })
    // The address is kept only to find the person at the services, until they are erased there.
    expect(await app.rows('select distinct email from outside_remains')).toEqual([{ email: ERASED }])

    const again = await all.join(ERASED)
    await until(async () => (await statesOf(app, again)).length === 3)
    notion.misbehave(({ method, path }) => (method === 'POST' && path === '/v1/pages' ? null : { status: 503 }))
    const later = new Date(Date.now() + 1_000)
    await hurryUntil(app, () => new Date() > later)
    expect([all.pages(), beehiiv.subscriptions].map(({ length }) => length)).toEqual([1, 1])

    notion.misbehave(null)
    beehiiv.misbehave(null)
    await hurryUntil(app, () => isQueueIdle(app))
    expect(await all.outcome(act.id)).toEqual({ notion: '1 done', beehiiv: '1 done' })
    expect(all.pages().map(({ properties }) => properties.Email.email)).toEqual([ERASED])
    expect(all.pages()[0]!.id).not.toBe(old!.id)
    expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual([ERASED])
    expect(await statesOf(app, again)).toEqual([
      'add-to-notion done',
      'send-waitlist-email not set up',
      'sync-to-beehiiv done',
    ])
    expect(await app.verify()).toEqual([])
  },
)

test('an attempt whose answer was lost leaves nothing at the services either', async () => {
  await using all = await services(IMPATIENT)
  const { app, owner, notion, beehiiv } = all
  notion.misbehave(({ method, path }) => (method === 'POST' && path === '/v1/pages' ? 'lost' : null))
  beehiiv.misbehave(({ method }) => (method === 'POST' ? 'half' : null))
  const id = await all.join(ERASED)
  const known = 'select from outbox where claimed_by is not null and claimed_until is null'
  await until(async () => notion.pages.length === 1 && (await app.rows(known)).length === 2)
  expect(await app.rows('select remote_id from outbox where remote_id is not null')).toEqual([])

  const act = await owner.erase(id)
  notion.misbehave(null)
  beehiiv.misbehave(null)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await all.outcome(act.id)).toEqual({ notion: '1 done', beehiiv: '1 done' })
  expect([all.pages(), beehiiv.subscriptions]).toEqual([[], []])
})

test('limits, keys that are not valid any more and answers that get lost only delay the erasure', async () => {
  await using all = await services(IMPATIENT)
  const { app, owner, notion, beehiiv } = all
  const id = await all.join(ERASED)
  await until(() => isQueueIdle(app))
  const faults = [
    { status: 429, retryAfter: 1 },
    { status: 401 },
    { status: 403 },
    'html',
    'lost',
    'half',
    { status: 500 },
  ] as const
  const misbehaved = { notion: 0, beehiiv: 0 }
  notion.misbehave(() => faults[misbehaved.notion++])
  beehiiv.misbehave(() => faults[misbehaved.beehiiv++])

  const act = await owner.erase(id)
  await until(() => misbehaved.notion > 0 && misbehaved.beehiiv > 0)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(Math.min(...Object.values(misbehaved))).toBeGreaterThan(faults.length)
  expect(await all.outcome(act.id)).toEqual({ notion: '1 done', beehiiv: '1 done' })
  expect([all.pages(), beehiiv.subscriptions]).toEqual([[], []])
})

test('with a wrong data source or publication the owner is told, and nothing counts as erased', async () => {
  await using all = await services()
  const { app, owner, notion, beehiiv } = all
  const id = await all.join(ERASED)
  await until(() => isQueueIdle(app))
  notion.isShared = false
  const { publicationId } = beehiiv.config
  beehiiv.misbehave(({ path }) => (path.includes(publicationId) ? { status: 404 } : null))

  const act = await owner.erase(id)
  const problems = async () =>
    (await owner.get('/api/admin/integrations'))
      .json<Integrations>()
      .integrations.slice(0, 3)
      .map(({ problems }) => problems.join(' '))
  await until(async () => (await problems()).every((problem, index) => index === 0 || problem !== ''))
  expect(await problems()).toEqual([
    '',
    expect.stringContaining('Connections'),
    expect.stringContaining('PUBLICATION_ID'),
  ])
  expect(await all.outcome(act.id)).toEqual({ notion: '1 waiting', beehiiv: '1 waiting' })

  notion.isShared = true
  beehiiv.misbehave(null)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await all.outcome(act.id)).toEqual({ notion: '1 done', beehiiv: '1 done' })
})

test('a service that was never set up has nothing to erase, and one that was set up once erases when it is again', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp()
  {
    await using server = await testApp({ beside: app, work: true, services: { notion: notion.config } })
    for (const email of [ERASED, 'refused@example.com']) await server.join({ email })
    await until(() => isQueueIdle(server))
  }
  const act = await eraseWithout()
  {
    // It has not yet made rows of what Notion missed.
    await using idle = await testApp({ beside: app, services: { notion: notion.config } })
    const caughtUp = await (await erasingOwner(idle)).post('/api/admin/integrations/notion/catch-up')
    expect(caughtUp.json()).toEqual({ queued: 2 })
  }

  let refusals = 0
  notion.misbehave(({ method, path }) => {
    if (method !== 'PATCH' || refusals++ > 0) return null
    const { properties } = notion.pages.find(({ id }) => path.includes(id))!
    const message = `${properties.Email.email} may not be changed.`
    return { status: 400, body: { object: 'error', status: 400, code: 'validation_error', message } }
  })
  await using server = await testApp({ beside: app, work: true, services: { notion: notion.config } })
  const owner = await erasingOwner(server)
  const outcomes = async () => (await owner.detail(act)).erased!.sums.map(({ outcome }) => outcome)
  await until(async () => refusals > 0 && (await isQueueIdle(server)))
  expect((await outcomes()).sort()).toEqual(['done', 'failed'])
  const { deliveries } = (await owner.get('/api/admin/deliveries?service=notion&state=failed')).json()
  expect(deliveries).toMatchObject([{ channel: 'erase-from-notion', email: '' }])
  const refused = 'Notion does not take this page: an erased address may not be changed.'
  expect(deliveries[0].reason).toBe(refused)
  for (const [undo, outcome] of [
    [false, 'dismissed'],
    [true, 'failed'],
  ]) {
    await owner.post('/api/admin/deliveries/dismiss', { service: 'notion', undo })
    expect(await outcomes()).toContain(outcome)
  }
  expect((await owner.post('/api/admin/deliveries/retry', { service: 'notion' })).json()).toEqual({ queued: 1 })
  await until(async () => (await outcomes()).every((outcome) => outcome === 'done'))
  expect(notion.pages.every(({ in_trash }) => in_trash)).toBe(true)

  async function eraseWithout(): Promise<string> {
    await using without = await testApp({ beside: app, work: true })
    await without.join({ email: 'later@example.com' })
    await until(() => isQueueIdle(without))
    const owner = await erasingOwner(without)
    const idOf = async (email: string) => (await app.entry(email)).id
    const never = await owner.erase(await idOf('later@example.com'))
    expect(never.erased!.sums).toEqual([])
    const { id } = await owner.erase(await idOf(ERASED), await idOf('refused@example.com'))
    await until(() => isQueueIdle(without))
    expect((await owner.detail(id)).erased!.sums).toEqual([{ service: 'notion', outcome: 'not set up', people: 2 }])
    return id
  }
})

async function statesOf(app: TestApp, entryId: string): Promise<string[]> {
  const rows = await app.rows('select channel, state from outbox where subject = $1 order by channel', entryId)
  return rows.map(({ channel, state }) => `${channel} ${state}`)
}
