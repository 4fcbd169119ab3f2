import { expect, test } from 'vitest'
import { FROM } from '../../../../test/services/fake-services.ts'
import { type FakeSmtp, fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hurry, mailingApp } from '../../../../test/mailing-app.ts'
import { signIn } from '../../../../test/people/owner.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import { ROUTES } from '#shared/routes.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

/** The state of each welcome mail, in the order of joining. */
function welcomes(app: TestApp) {
  return app.rows(
    `select d.state, d.error from outbox d join waitlist_entries e on e.id = d.subject
     where channel = 'send-waitlist-email' order by joined_position`,
  )
}

async function mailState(app: TestApp) {
  const [state] = await app.rows(
    `select coalesce(delivery_problem, problem) as problem, paused_until > now() as is_paused, failures from outside_services where service = 'mail'`,
  )
  return state
}

/** Asserts that every person has one welcome mail, however often it was sent. */
async function expectAllDelivered(app: TestApp, smtp: FakeSmtp) {
  const people = await app.rows('select email from waitlist_entries order by email')
  await expect
    .poll(async () => {
      await hurry(app)
      return (await welcomes(app)).map(({ state }) => state)
    }, PATIENCE)
    .toEqual(people.map(() => 'done'))
  const mails = new Map(smtp.mails.map(({ messageId, to }) => [messageId, to[0]]))
  expect([...mails.values()].sort()).toEqual(people.map(({ email }) => email).sort())
}

test('when one recipient is refused for good, only that mail fails and the other is delivered', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step, address) => (step === 'to' && address.startsWith('bad') ? '550 5.1.1 No such user' : null))
  await using app = await mailingApp(smtp)
  await app.join({ email: 'bad@example.com' })
  await app.join({ email: 'good@example.com' })

  await expect
    .poll(() => welcomes(app), PATIENCE)
    .toEqual([
      { state: 'given up', error: 'The mail server refused this mail for good: 550 5.1.1 No such user' },
      { state: 'done', error: null },
    ])
  expect(await mailState(app)).toEqual({ problem: null, is_paused: null, failures: 0 })
  await expect
    .poll(() => app.rows(`select state, attempts from outbox where channel = 'send-waitlist-email' order by state`))
    .toEqual([
      { state: 'done', attempts: 0 },
      { state: 'given up', attempts: 1 },
    ])
})

test('temporarily refused recipients are retried by themselves and delay nobody else', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step, address) => (step === 'to' && address.startsWith('slow') ? '450 4.7.1 Greylisted' : null))
  await using app = await mailingApp(smtp)
  for (let person = 0; person < 5; person++) await app.join({ email: `slow-${person}@example.com` })
  await expect.poll(async () => (await welcomes(app)).filter(({ error }) => error !== null).length, PATIENCE).toBe(5)
  await app.join({ email: 'quick@example.com' })

  await expect.poll(() => smtp.mails.map(({ to }) => to[0]), PATIENCE).toEqual(['quick@example.com'])
  const [job] = await app.rows(
    `select bool_and(due_at - now() > interval '30 seconds') as waits from outbox where attempts > 0`,
  )
  expect(job).toEqual({ waits: true })
  smtp.recover()
  await expectAllDelivered(app, smtp)
})

test('mails that wait for another try go out at once after a check, also when the pause is over', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'data' ? '550 5.7.26 This mail is unauthenticated' : null))
  await using app = await mailingApp(smtp)
  await app.joinMany(1)
  const retrying = `select from outbox where channel = 'send-waitlist-email' and state = 'waiting' and attempts > 0`
  await expect.poll(() => app.rows(retrying), PATIENCE).toHaveLength(1)
  // The next morning.
  await app.rows(`update outside_services set paused_until = now() - interval '8 hours'`)
  await app.rows(`update outbox set due_at = now() + interval '8 hours' where state = 'waiting'`)
  smtp.recover()

  const owner = await signIn(app)
  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toMatchObject({ ok: true })
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(1)
})

test('a check of a mail server that works brings no other try of a mail forward, and a test mail does', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'to' ? '450 4.7.1 Greylisted' : null))
  await using app = await mailingApp(smtp)
  await app.joinMany(1)
  const retrying = `select from outbox where channel = 'send-waitlist-email' and state = 'waiting' and attempts > 0`
  await expect.poll(() => app.rows(retrying), PATIENCE).toHaveLength(1)
  await app.rows(`update outbox set due_at = now() + interval '8 hours' where state = 'waiting'`)
  smtp.recover()

  const owner = await signIn(app)
  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toMatchObject({ ok: true })
  expect(await app.rows(`${retrying} and due_at > now() + interval '7 hours'`)).toHaveLength(1)
  const tested = await owner.post(ROUTES.sendTestMail.path, { to: 'owner@example.com' })
  expect(tested.json()).toMatchObject({ ok: true })
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(2)
})

test('a mail server that breaks off after DATA gets the mail again under the same Message-ID', async () => {
  await using smtp = await fakeSmtp()
  let deaths = 0
  smtp.misbehave((step) => (step === 'data' && deaths++ === 0 ? 'die' : null))
  await using app = await mailingApp(smtp)
  await app.joinMany(2)
  await expect.poll(() => mailState(app), PATIENCE).toMatchObject({ is_paused: true })
  await expect.poll(async () => (await welcomes(app)).map(({ state }) => state), PATIENCE).toContain('waiting')

  await expectAllDelivered(app, smtp)
  expect(smtp.mails).toHaveLength(3)
  await expect.poll(() => mailState(app)).toEqual({ problem: null, is_paused: null, failures: 0 })
})

test('while the mail server hangs, mails wait and visitors join as usual; everything arrives once it is back', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave(() => 'hang')
  await using app = await mailingApp({ url: `${smtp.url}?greetingTimeout=300&socketTimeout=300&connectionTimeout=300` })
  await app.joinMany(3)
  await expect
    .poll(() => mailState(app), PATIENCE)
    .toMatchObject({ problem: expect.stringContaining('does not answer in time'), is_paused: true })
  await app.joinMany(3)
  expect(smtp.mails).toEqual([])

  smtp.recover()
  await expectAllDelivered(app, smtp)
})

test('mails wait for a server that refuses everybody for now or breaks every connection', async () => {
  await using smtp = await fakeSmtp()
  const faults = ['421 4.3.2 Shutting down', 'die'] as const
  await using app = await mailingApp(smtp)
  for (const [index, fault] of faults.entries()) {
    smtp.misbehave((step) => (step === 'connect' || step === 'from' ? fault : null))
    await app.join()
    await expect.poll(async () => (await welcomes(app))[index], PATIENCE).toMatchObject({ state: 'waiting' })
    smtp.recover()
    await expectAllDelivered(app, smtp)
  }
  const tries = await app.rows(`select distinct attempts from outbox where channel = 'send-waitlist-email'`)
  expect(tries).toEqual([{ attempts: 0 }])
})

test.each([
  [
    'a wrong password',
    'auth',
    '535 5.7.8 Bad credentials',
    'does not accept the user name and password. Check your mail settings',
  ],
  [
    'a sender it does not know',
    'from',
    '550 5.7.1 Not yours',
    `takes no mail from ${FROM}. Set the sender under Settings`,
  ],
] as const)('%s stops all mail, tells the owner what to do, and loses nothing', async (_name, at, fault, words) => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === at ? fault : null))
  await using app = await mailingApp(smtp)
  await app.joinMany(3)
  await expect
    .poll(() => mailState(app), PATIENCE)
    .toMatchObject({ problem: expect.stringContaining(words), is_paused: true })

  smtp.recover()
  await expectAllDelivered(app, smtp)
})

test.each([
  ['overload', '454 Throttling failure: Maximum sending rate exceeded'],
  ['our limit of the day', '550 5.4.5 Daily user sending limit exceeded'],
] as const)('a mail server that reports %s gets no more calls after the third time', async (_what, answer) => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'data' ? answer : null))
  await using app = await mailingApp(smtp)
  await app.joinMany(8)
  await expect
    .poll(() => mailState(app), PATIENCE)
    .toMatchObject({ problem: expect.stringContaining(answer), is_paused: true })

  smtp.recover()
  await expectAllDelivered(app, smtp)
})

test('two servers on one database send each mail once, over few connections', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'data' ? 5 : null))
  await using one = await mailingApp(smtp)
  await using two = await mailingApp(smtp, { beside: one })
  await Promise.all([...Array(40).keys()].map((person) => (person % 2 ? one : two).join()))

  await expectAllDelivered(one, smtp)
  expect(smtp.mails).toHaveLength(40)
  expect(smtp.connections()).toBeLessThanOrEqual(8)
})

test('a mail that has gone out is not sent again because the database was away when that had to be stored', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { faulty: true })
  await app.rows(`
    create sequence tries;
    create function away() returns trigger language plpgsql as $$ begin
      if new.state = 'done' and nextval('tries') <= 3 then raise exception 'away' using errcode = '57P03'; end if;
      return new;
    end $$;
    create trigger away before update on outbox for each row execute function away()`)
  await app.join()

  await expect.poll(() => welcomes(app), PATIENCE).toEqual([{ state: 'done', error: null }])
  expect(smtp.mails).toHaveLength(1)
  expect(await mailState(app)).toMatchObject({ problem: null, failures: 0 })
  expect(await app.rows('select last_value::int from tries')).toEqual([{ last_value: 4 }])
})
