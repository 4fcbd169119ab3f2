import { expect, test } from 'vitest'
import { keptRows } from '../../../../test/services/channel.ts'
import { site } from '#shared/site/site.ts'
import { type FakeSmtp, fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { hurry, mailingApp } from '../../../../test/mailing-app.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { longTest } from '../../../../test/runs.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

/** The notifications that a person received, in order. */
function toldTo(smtp: FakeSmtp, email: string) {
  return smtp.mails.filter(({ to, subject }) => to[0] === email && /friends? joined/.test(subject))
}

async function join(app: TestApp, names: string[], code: string) {
  for (const name of names) await app.join({ email: `${name}@gmail.com`, used_referral_code: code })
}

/** Moves the times of sent notifications back, and makes the waiting jobs due. */
async function pass(app: TestApp, time: string) {
  await app.rows(
    `update referral_mails set sent_at = array(select at - $1::interval from unnest(sent_at) with ordinality as t (at, n) order by n)`,
    time,
  )
  await hurry(app)
}

function notifications(app: TestApp, state: string) {
  return app.rows(`select error from outbox where channel = 'send-referral-notification' and state = $1`, state)
}

/** Waits until nothing is due. */
async function settled(app: TestApp) {
  await expect
    .poll(
      () =>
        app.rows(
          `select from waitlist_counter, followers where name = 'outbox' and seq < last_event
           union all select from outbox where state = 'waiting' and due_at <= now()`,
        ),
      PATIENCE,
    )
    .toEqual([])
}

longTest(
  '300 friends of one person cause two mails an hour apart, and the second one covers all the rest',
  async () => {
    await using smtp = await fakeSmtp()
    await using app = await mailingApp(smtp)
    const { email, referral_code } = (await app.joinMany(1))[0]!
    await join(app, ['first'], referral_code)
    await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(1)
    await Promise.all([...Array(299).keys()].map((n) => join(app, [`friend-${n}`], referral_code)))
    await expect.poll(() => smtp.mails.length, PATIENCE).toBe(302)
    await settled(app)

    expect(toldTo(smtp, email)).toHaveLength(1)
    expect(await notifications(app, 'waiting')).toHaveLength(299)
    const [{ early }] = await app.rows(
      `select count(*)::int as early from outbox where channel = 'send-referral-notification' and state = 'waiting'
       and due_at between now() + interval '55 minutes' and now() + interval '1 hour'`,
    )
    expect(early).toBe(299)
    const owner = await signIn(app)
    const { integrations } = (await owner.get('/api/admin/integrations')).json()
    expect(integrations[0].channels[1]).toMatchObject({ waiting: 299, retrying: 0, failed: 0 })

    await pass(app, '1 hour')
    await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(2)
    await settled(app)
    const [, second] = toldTo(smtp, email)
    expect(second!.subject).toMatch(/^299 friends joined, and you’re still #1$/)
    expect(second!.text).toContain(
      `299 friends joined the ${site().brand.name} waitlist with your code since our last email: f`,
    )
    expect(second!.text).toMatch(/ mail: (f•••@gmail\.com, ){4}f•••@gmail\.com and 294 more\.$/m)
    expect(second!.text).toContain('Friends so far: 300.')
    expect(await notifications(app, 'done')).toHaveLength(300)
    await pass(app, '1 hour')
    await settled(app)
    expect(toldTo(smtp, email)).toHaveLength(2)
  },
)

longTest('a referrer gets at most three mails within 24 hours, not per calendar day', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const { email, referral_code } = (await app.joinMany(1))[0]!
  for (const [index, name] of ['ann', 'bea', 'cal'].entries()) {
    await join(app, [name], referral_code)
    await pass(app, '61 minutes')
    await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(index + 1)
  }
  await join(app, ['dan', 'eve'], referral_code)
  await settled(app)
  await pass(app, '21 hours')
  await settled(app)
  expect(toldTo(smtp, email)).toHaveLength(3)

  await pass(app, '3 hours')
  await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(4)
  expect(toldTo(smtp, email)[3]!.text).toContain('since our last email: d•••@gmail.com, e•••@gmail.com.')
})

test('two servers tell a referrer once, whichever of them runs the job', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'data' ? 20 : null))
  await using one = await mailingApp(smtp)
  await using two = await mailingApp(smtp, { beside: one })
  const { email, referral_code } = (await one.joinMany(1))[0]!
  await join(one, ['first'], referral_code)
  await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(1)
  await Promise.all([...Array(39).keys()].map((n) => join(n % 2 ? one : two, [`friend-${n}`], referral_code)))
  await settled(one)
  await pass(one, '1 hour')
  await settled(one)

  expect(toldTo(smtp, email).length).toBeLessThanOrEqual(2)
  await expect.poll(() => notifications(one, 'done'), PATIENCE).toHaveLength(40)
  expect(toldTo(smtp, email)).toHaveLength(2)
})

test('kept, failed and manually requested notifications share the same few mails', async () => {
  await using app = await testApp()
  let code = ''
  let email = ''
  {
    await using unset = await testApp({ beside: app, work: true })
    ;({ email, referral_code: code } = (await unset.joinMany(1))[0]!)
    await join(unset, ['ann', 'bea', 'cal'], code)
    await expect.poll(() => keptRows(app, 'send-referral-notification'), PATIENCE).toHaveLength(3)
  }
  await using smtp = await fakeSmtp()
  await using server = await mailingApp(smtp, { beside: app })
  const owner = await signIn(server)
  expect((await owner.post('/api/admin/integrations/mail/catch-up')).json()).toEqual({ queued: 5 })
  await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(1)
  expect(toldTo(smtp, email)[0]!.text).toMatch(
    /^3 friends joined .* with your code: a•••@gmail\.com, b•••@gmail\.com, c•••@gmail\.com\.$/m,
  )

  await join(server, ['dan'], code)
  const byHand = { referrerEmail: email, newSignupEmail: 'dan@gmail.com', newPosition: 1, referralCount: 4 }
  await settled(server)
  for (let time = 0; time < 3; time++)
    expect((await owner.post('/functions/v1/send-referral-notification', byHand)).json()).toEqual({ success: true })
  await app.rows(`update outbox set state = 'given up' where state = 'waiting'`)
  expect((await owner.post('/api/admin/deliveries/retry', { service: 'mail' })).json()).toEqual({ queued: 1 })
  await settled(server)
  expect(toldTo(smtp, email)).toHaveLength(1)

  await pass(server, '1 hour')
  await expect.poll(() => notifications(server, 'done'), PATIENCE).toHaveLength(4)
  await settled(server)
  expect(toldTo(smtp, email).map(({ subject }) => subject)).toEqual([
    '3 friends joined, and you’re still #1',
    'A friend joined, and you’re still #1',
  ])
  const again = await owner.post('/functions/v1/send-referral-notification', byHand)
  expect([again.statusCode, again.json().error.message]).toEqual([409, expect.stringContaining('already')])
})

test('a mail that is put off releases its reservation, and a refused mail keeps it', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const { email, referral_code } = (await app.joinMany(1))[0]!
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(1)
  smtp.misbehave((step, address) => (step === 'to' && address === email ? '450 4.7.1 Greylisted' : null))
  await join(app, ['ann'], referral_code)
  const putOff = async () => (await notifications(app, 'waiting')).filter(({ error }) => error !== null)
  await expect.poll(putOff, PATIENCE).toHaveLength(1)
  smtp.misbehave((step, address) => (step === 'to' && address === email ? '554 5.7.1 Spam' : null))
  await hurryUntil(app, async () => (await notifications(app, 'given up')).length === 1)
  smtp.recover()
  await join(app, ['bea'], referral_code)
  await settled(app)
  expect(toldTo(smtp, email)).toEqual([])

  await pass(app, '1 hour')
  await expect.poll(() => toldTo(smtp, email).length, PATIENCE).toBe(1)
  expect(toldTo(smtp, email)[0]!.text).toContain('a•••@gmail.com, b•••@gmail.com.')
  await expect.poll(() => notifications(app, 'done'), PATIENCE).toHaveLength(2)
})
