import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { expect, test } from 'vitest'
import { fakeBeehiiv } from '../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { FROM } from '../../../test/services/fake-services.ts'
import { signIn } from '../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const FRIEND = 'friend@example.com'
const REFERRER = 'referrer@example.com'

test('rejected people get no mail and go to no service, and come back when they are accepted', async () => {
  await using smtp = await fakeSmtp()
  await using notion = await fakeNotion()
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp()
  const owner = await signIn(app)
  const { referral_code } = await app.join({ email: REFERRER })
  await app.join({ email: FRIEND, full_name: 'Frida Friend', used_referral_code: referral_code })
  await act(app, owner, 'reject', FRIEND)

  const mail = { url: smtp.url, from: FROM, allowPlaintext: true }
  const services = { mail, notion: notion.config, beehiiv: beehiiv.config }
  await using server = await testApp({ work: true, services, beside: app })
  const working = await signIn(server)
  await untilQuiet(server)
  expect(reached()).toEqual({ mailed: [REFERRER], pages: [REFERRER], subscribers: [[REFERRER, 'validating']] })
  expect(await notes(server)).toEqual([
    'add-to-notion: They were rejected.',
    "send-referral-notification: The friend's credit does not count.",
    'send-waitlist-email: They were rejected.',
    'sync-to-beehiiv: They were rejected.',
  ])

  await act(app, owner, 'accept', FRIEND)
  await untilQuiet(server)
  expect(reached()).toEqual({
    mailed: [FRIEND, REFERRER, REFERRER],
    pages: [FRIEND, REFERRER],
    subscribers: [
      [FRIEND, 'validating'],
      [REFERRER, 'validating'],
    ],
  })
  expect(JSON.stringify(notion.pages)).toContain('Frida Friend')
  expect(await notes(server)).toEqual([])

  const rejection = await act(app, owner, 'reject', REFERRER)
  await untilQuiet(server)
  expect(reached().subscribers).toContainEqual([REFERRER, 'inactive'])
  const sync = await working.post('/functions/v1/sync-to-beehiiv')
  expect(sync.json()).toEqual({ success: true, synced: 0, errors: 0 })
  const asked = await working.post('/functions/v1/send-referral-notification', {
    referrerEmail: REFERRER,
    newSignupEmail: FRIEND,
    newPosition: 1,
    referralCount: 1,
  })
  expect([asked.statusCode, asked.body]).toEqual([409, expect.stringContaining('was rejected')])
  await owner.post(`/api/admin/acts/${rejection}/undo`)
  await untilQuiet(server)
  expect(reached()).toMatchObject({ mailed: [FRIEND, REFERRER, REFERRER] })
  expect(await notes(server)).toEqual([
    'sync-to-beehiiv: They get no newsletter from Beehiiv since they were rejected, or since before. Start it again in Beehiiv if they want it.',
  ])

  function reached() {
    return {
      mailed: smtp.mails.map(({ to }) => to[0]).sort(),
      pages: notion.pages.map(({ properties }) => Object.values(properties).find(({ email }) => email).email).sort(),
      subscribers: beehiiv.subscriptions.map(({ email, status }) => [email, status]).sort(),
    }
  }
})

test('people who are rejected while Beehiiv is not set up lose their subscription at the next catch-up', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp()
  const owner = await signIn(app)
  await app.join({ email: REFERRER })
  const workWith = async (services: object, work: (server: TestApp) => Promise<unknown>) => {
    await using server = await testApp({ work: true, services, beside: app })
    await work(server)
    await untilQuiet(server)
  }

  await workWith({ beehiiv: beehiiv.config }, async () => {})
  expect(beehiiv.subscriptions).toMatchObject([{ email: REFERRER, status: 'validating' }])
  await workWith({}, async (server) => {
    await act(app, owner, 'reject', REFERRER)
    await hurryUntil(server, async () => (await app.entry(REFERRER)).is_rejected)
  })
  await workWith({ beehiiv: beehiiv.config }, async (server) => {
    const working = await signIn(server)
    expect((await working.post('/api/admin/integrations/beehiiv/catch-up')).json()).toEqual({ queued: 1 })
  })
  expect(beehiiv.subscriptions).toMatchObject([{ email: REFERRER, status: 'inactive' }])
})

type Owner = Awaited<ReturnType<typeof signIn>>

async function act(app: TestApp, owner: Owner, kind: string, email: string): Promise<string> {
  const { id } = await app.entry(email)
  const answer = await owner.post('/api/admin/acts', { kind, select: { ids: [id] } })
  return answer.json().act_id
}

/** Waits until nothing is left to do. */
function untilQuiet(app: TestApp) {
  return hurryUntil(app, () => isQueueIdle(app))
}

async function notes(app: TestApp): Promise<string[]> {
  const rows = await app.rows(`select channel, error from outbox where state = 'skipped' order by channel`)
  return rows.map(({ channel, error }) => `${channel}: ${error}`)
}
