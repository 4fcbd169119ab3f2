import { expect, test } from 'vitest'
import type { Update, UpdatePeople } from '#shared/list/updates.ts'
import { ownerAt } from '../../../../test/people/owner-at.ts'
import { createDatabase, runOnce } from '../../../../test/servers/database.ts'
import { postTo, startMain } from '../../../../test/servers/main-server.ts'
import { until } from '../../../../test/servers/process.ts'
import { addressOf, PASSWORD } from '../../../../test/servers/running-list.ts'
import { settingsOf } from '../../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { joinRequest } from '../../../../test/test-app.ts'

/** A server sends at most twenty mails a second, and half as many on a busy machine. */
const PEOPLE = 5_000
const AT_ONCE = 50
const PART = PEOPLE / 10
const MANY = '1000000'
/** In seconds, for a tenth of them. */
const PATIENCE = 240
const FULL = ['reader7@reader7.example', 'reader4999@reader49.example']

test('an update to thousands outlives a mail server that slows and refuses, three kills and a stop, and nobody gets it twice', async () => {
  await using smtp = await fakeSmtp()
  await using parts = new AsyncDisposableStack()
  const database = await createDatabase()
  parts.defer(() => database.drop())
  const rows = async (sql: string) => (await runOnce(database.connection, sql)).rows
  const env = { ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', MAIL_PER_HOUR: MANY, MAIL_PER_DOMAIN_HOUR: MANY }
  {
    // Without a mail server, so that no welcome mails are in the way.
    await using first = startMain(database, env)
    for (let joined = 0; joined < PEOPLE; joined += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const body = joinRequest({ email: `reader${joined + index}@reader${index}.example` })
          return postTo(first, '/api/waitlist/entries', body)
        }),
      )
  }
  const start = () => startMain(database, { ...env, ...settingsOf({ smtp }) })
  // Welcome mails of people who joined last may be among them.
  const mailboxes = () => smtp.mails.flatMap(({ subject, to }) => (subject === draft.subject ? to : []))
  const got = () => mailboxes().length
  const misbehave = (faults: Parameters<typeof smtp.misbehave>[0] = () => null) =>
    smtp.misbehave((step, address) =>
      step === 'to' && FULL.includes(address) ? '552 5.2.2 Mailbox full' : faults(step, address),
    )
  const hurry = async () => {
    await rows('update outside_services set paused_until = null')
    await rows(
      `update outbox set due_at = now() where channel = 'send-update' and state = 'waiting' and due_at < now() + interval '1 day'`,
    )
  }

  let server = start()
  parts.defer(() => server[Symbol.asyncDispose]())
  let owner = await ownerAt(await addressOf(server))
  const draft = {
    subject: 'We open',
    text: 'Hello',
    button_label: '',
    button_link: '',
    filters: { range: 'all' },
    follows_links: true,
  }
  const { id } = (await owner.post('/api/admin/updates', draft)).json<{ id: string }>()
  const path = `/api/admin/updates/${id}`
  const read = async () => (await owner.call(path)).json<Update>()
  expect((await owner.post(`${path}/send`, { version: 1, sends_at: null })).status).toBe(200)

  misbehave()
  for (let kill = 1; kill <= 3; kill += 1) {
    await until(() => got() >= kill * PART, PATIENCE)
    misbehave((step) => (step === 'data' ? 500 : null))
    await until(
      async () => (await rows(`select from outbox where channel = 'send-update' and claimed_until > now()`)).length > 0,
    )
    server.child.kill('SIGKILL')
    await server.end
    misbehave()
    server = start()
    owner = await ownerAt(await addressOf(server))
    await hurry()
  }

  // It slows, and refuses for a while: too many, then its quota of the day.
  await until(() => got() >= 4 * PART, PATIENCE)
  misbehave((step) => (step === 'data' ? 200 : null))
  await until(() => got() >= 4.2 * PART, PATIENCE)
  for (const answer of [
    '450 4.7.1 Too many messages, come back later',
    '550 5.4.5 Daily sending quota exceeded',
  ] as const) {
    misbehave((step) => (step === 'from' ? answer : null))
    await until(async () => (await read()).problem?.includes(answer.slice(0, 9)) ?? false, PATIENCE)
    expect(await read()).toMatchObject({ state: 'sending', refused: expect.any(Number) })
    const before = got()
    misbehave()
    await hurry()
    await until(() => got() > before, PATIENCE)
  }

  await until(() => got() >= 6 * PART, PATIENCE)
  expect((await owner.post(`${path}/rest`)).status).toBe(200)
  await until(
    async () => (await rows(`select from outbox where channel = 'send-update' and claimed_until > now()`)).length === 0,
  )
  const stopped = got()
  expect(await read()).toMatchObject({ state: 'resting', rests_because: 'owner' })
  expect(got()).toBe(stopped)
  expect((await owner.post(`${path}/continue`)).status).toBe(200)

  await until(async () => (await read()).left === 0, 10 * PATIENCE)
  const { sent, perhaps, refused, people } = await read()
  expect(new Set(mailboxes()).size).toBe(got())
  const listed = (await owner.call(`${path}/people?which=perhaps`)).json<UpdatePeople>().people
  expect(listed).toHaveLength(perhaps)
  expect([people, sent + perhaps + refused]).toEqual([PEOPLE, PEOPLE])
  const unreached = (await owner.call(`${path}/people?which=refused`)).json<UpdatePeople>().people
  expect(unreached.map(({ email, reason }) => [email, reason]).sort()).toEqual(
    FULL.map((email) => [email, expect.stringContaining('552 5.2.2 Mailbox full')]).sort(),
  )
  // Whoever did not get it for certain is listed; of those listed some did.
  const missing = PEOPLE - refused - got()
  expect(missing).toBeLessThanOrEqual(perhaps)
}, 3_000_000)
