import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { fakeBeehiiv } from '../../../test/services/fake-beehiiv.ts'
import { fakeKit, fakeKlaviyo, fakeMailchimp } from '../../../test/services/fake-newsletters.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { settingsOf } from '../../../test/services/fake-services.ts'
import { postTo, startMain } from '../../../test/servers/main-server.ts'
import { type Program, until } from '../../../test/servers/process.ts'
import { joinRequest } from '../../../test/test-app.ts'

test.concurrent('after a kill -9 between a call and its record there is one page and one subscription', async () => {
  await using notion = await fakeNotion()
  await using beehiiv = await fakeBeehiiv()
  const database = await createDatabase()
  const env = settingsOf({ notion, beehiiv })
  try {
    // Both services carry out the request, but neither answer arrives.
    notion.misbehave(({ path }) => (path === '/v1/pages' ? 'lost' : null))
    beehiiv.misbehave(({ method }) => (method === 'POST' ? 'lost' : null))
    const dying = startMain(database, env)
    const email = await joinAt(dying)
    await until(() => notion.pages.length === 1 && beehiiv.subscriptions.length === 1)
    dying.child.kill('SIGKILL')
    await dying.end
    expect(await states(database)).toEqual(['waiting', 'waiting'])

    notion.misbehave(null)
    beehiiv.misbehave(null)
    await using _next = startMain(database, env)
    await until(async () => String(await states(database)) === 'done,done', 60)
    expect(notion.pages.map(({ properties }) => properties.Email.email)).toEqual([email])
    expect(beehiiv.subscriptions.map((subscription) => subscription.email)).toEqual([email])
  } finally {
    await database.drop()
  }
})

test.concurrent.each([
  ['MAILCHIMP', 'AUDIENCE_ID', fakeMailchimp],
  ['KIT', 'TAG_ID', fakeKit],
  ['KLAVIYO', 'LIST_ID', fakeKlaviyo],
] as const)('after kills of the server in the middle of calls, %s has each person once', async (name, place, make) => {
  await using fake = await make()
  const database = await createDatabase()
  const { apiKey, place: id, baseUrl } = fake.config
  const env = { [`${name}_API_KEY`]: apiKey, [`${name}_${place}`]: id, [`${name}_BASE_URL`]: baseUrl }
  try {
    for (const round of [1, 2, 3]) {
      // The service carries the call out, but its answer does not arrive.
      fake.misbehave(({ method }) => (method !== 'GET' && fake.members.length >= round * 2 ? 'lost' : null))
      const dying = startMain(database, env)
      for (let count = 0; count < 4; count += 1) await joinAt(dying)
      await until(() => fake.members.length >= round * 2, 60)
      dying.child.kill('SIGKILL')
      await dying.end
    }
    fake.misbehave(null)
    await using _next = startMain(database, env)
    await until(() => fake.members.length === 12 && fake.members.every(({ subscribed }) => subscribed > 0), 120)
    expect(new Set(fake.members.map(({ email }) => email)).size).toBe(12)
    for (const { subscribed } of fake.members) expect(subscribed).toBe(1)
  } finally {
    await database.drop()
  }
})

test.concurrent('after a kill -9 in the middle of a sync the sync resumes, and nobody is left out or added twice', async () => {
  await using beehiiv = await fakeBeehiiv()
  const database = await createDatabase()
  const ADMIN_PASSWORD = 'the chair by the window'
  const env = { ADMIN_PASSWORD }
  const withBeehiiv = { ...env, ...settingsOf({ beehiiv }) }
  try {
    {
      await using before = startMain(database, env)
      for (let count = 0; count < 12; count += 1) await joinAt(before)
      await until(() => isFollowed(database))
    }
    const dying = startMain(database, withBeehiiv)
    await pressSync(dying, ADMIN_PASSWORD)
    await until(() => beehiiv.subscriptions.length === 4)
    dying.child.kill('SIGKILL')
    await dying.end

    await using _next = startMain(database, withBeehiiv)
    await until(async () => (await lastRun(database)).finished_at !== null, 60)
    await until(() => beehiiv.subscriptions.length === 12, 60)
    expect(new Set(beehiiv.subscriptions.map(({ email }) => email)).size).toBe(12)
    // One person may have reached Beehiiv without being counted.
    expect((await lastRun(database)).synced).toBeGreaterThanOrEqual(11)
    expect(await lastRun(database)).toMatchObject({ done: 12, errors: 0, problem: null })
  } finally {
    await database.drop()
  }
})

test.concurrent('a fault in a service is found at the start, written to the log, and kept for the dashboard', async () => {
  await using notion = await fakeNotion()
  await using beehiiv = await fakeBeehiiv()
  const database = await createDatabase()
  delete notion.properties.Position
  beehiiv.customFields.splice(beehiiv.customFields.indexOf('Referral code'), 1)
  const env = { ...settingsOf({ notion, beehiiv }), LOG_LEVEL: 'warn' }
  try {
    await using server = startMain(database, env)
    expect(await server.line(/notion/)).toContain('Add a property \\"Position\\" of type Number.')
    expect(await server.line(/beehiiv/)).toContain('Add a custom field \\"Referral code\\" of type Text in Beehiiv.')
    const { rows } = await runOnce(
      database.connection,
      'select service from outside_services where problem is not null order by service',
    )
    expect(rows.map(({ service }) => service)).toEqual(['beehiiv', 'notion'])
  } finally {
    await database.drop()
  }
})

type Database = Awaited<ReturnType<typeof createDatabase>>

async function joinAt(server: Program): Promise<string> {
  const request = joinRequest()
  expect((await postTo(server, '/api/waitlist/entries', request)).status).toBe(201)
  return request.email
}

async function pressSync(server: Program, password: string): Promise<void> {
  const session = await postTo(server, '/api/admin/session', { password })
  const cookie = session.headers.getSetCookie()[0]!.split(';')[0]!
  postTo(server, '/functions/v1/sync-to-beehiiv', {}, { cookie }).catch(() => {})
}

async function lastRun({ connection }: Database) {
  return (await runOnce(connection, 'select * from sync_runs')).rows[0]
}

async function isFollowed({ connection }: Database): Promise<boolean> {
  const { rows } = await runOnce(
    connection,
    `select from waitlist_counter, followers where name = 'outbox' and seq = last_event and last_position = 12`,
  )
  return rows.length === 1
}

async function states({ connection }: Database): Promise<string[]> {
  const { rows } = await runOnce(
    connection,
    `select state from outbox where channel in ('add-to-notion', 'sync-to-beehiiv') order by channel`,
  )
  return rows.map(({ state }) => state)
}
