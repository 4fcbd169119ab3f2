import { expect, test } from 'vitest'
import { type FakeSmtp, fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { hurry, mailingApp } from '../../../../test/mailing-app.ts'
import { signIn } from '../../../../test/people/owner.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import { pauseService } from '../../outbox/service-queries.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const AMPLE = { all: 100, domain: 100, recipient: 100 }

/** Ends the current windows. */
const nextWindows = (app: TestApp) => app.rows(`update mail_budgets set since = since - interval '1 day'`)

/** Waits until this number of mails was sent. Makes delayed mails due meanwhile. */
async function expectMails(app: TestApp, smtp: FakeSmtp, mails: number) {
  await expect
    .poll(async () => {
      await hurry(app)
      return smtp.mails.length
    }, PATIENCE)
    .toBe(mails)
}

const waiting = (app: TestApp) =>
  app.rows(`select channel from outbox where channel like 'send-%' and state = 'waiting' and due_at > now()`)

test('doubtful entries get half of a budget at most, and what is over it goes out later', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailBudgets: { ...AMPLE, all: 4 } })
  for (let index = 0; index < 5; index += 1) await app.join({ email: `robot-${index}@example.com`, website: 'x' })
  await expect.poll(() => waiting(app).then((jobs) => jobs.length), PATIENCE).toBe(3)
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(2)
  for (let index = 0; index < 3; index += 1) await app.join({ email: `honest-${index}@example.com` })
  await expect.poll(() => waiting(app).then((jobs) => jobs.length), PATIENCE).toBe(4)
  const sentTo = (name: string) => smtp.mails.filter(({ to }) => to[0]!.startsWith(name)).length
  await expect.poll(() => [sentTo('robot'), sentTo('honest')], PATIENCE).toEqual([2, 2])

  const owner = await signIn(app)
  const { budgets } = (await owner.get('/api/admin/integrations')).json().integrations[0]
  expect(budgets).toEqual([
    { scope: 'all', most: 4, sent: 4, delayed: 4 },
    { scope: 'domain', most: 100, sent: 4, delayed: 0 },
    { scope: 'recipient', most: 100, sent: 1, delayed: 0 },
  ])
  await nextWindows(app)
  await expectMails(app, smtp, 7)
  await nextWindows(app)
  await expectMails(app, smtp, 8)
  expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(8)
  await expect
    .poll(() => app.rows(`select from outbox where state <> 'done' and channel = 'send-waitlist-email'`))
    .toEqual([])
})

test('the budgets of a domain and of a recipient delay mails to these alone', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailBudgets: { all: 100, domain: 2, recipient: 1 } })
  const { referral_code } = await app.join({ email: 'Ada@Crowded.example' })
  await app.join({ email: 'jo@crowded.example' })
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(2)
  await app.join({ email: 'kim@crowded.example' })
  await app.join({ email: 'friend@quiet.example', used_referral_code: referral_code })
  await expect.poll(() => waiting(app).then((jobs) => jobs.length), PATIENCE).toBe(2)
  await expect.poll(() => smtp.mails.map(({ to }) => to[0]).slice(2), PATIENCE).toEqual(['friend@quiet.example'])

  await nextWindows(app)
  await expectMails(app, smtp, 5)
  expect(
    smtp.mails
      .map(({ to }) => to[0])
      .slice(3)
      .sort(),
  ).toEqual(['ada@crowded.example', 'kim@crowded.example'])
  // The budgets store no addresses.
  expect(JSON.stringify(await app.rows('select * from mail_budgets'))).not.toContain('ada')
})

test('a check, a test mail and the end of a pause leave delayed mails where they are', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailBudgets: { ...AMPLE, all: 1 } })
  await joinAll(app, ['ada@example.com', 'bea@example.com'])
  await expect.poll(() => waiting(app).then((jobs) => jobs.length), PATIENCE).toBe(1)
  // Later than any pause of this test, however late in the hour it runs.
  await app.rows(`update outbox set due_at = due_at + interval '1 day' where due_at > now()`)
  const delayed = () =>
    app.rows(`select due_at, delayed from outbox, mail_budgets where channel like 'send-%' and state = 'waiting'
      and due_at > now() and scope = 'all'`)
  const before = await delayed()
  expect(before).toHaveLength(1)

  const owner = await signIn(app)
  for (const isPaused of [false, true])
    for (const path of ['test', 'test-mail']) {
      if (isPaused) await pauseService(app.pool, { service: 'mail', problem: 'Away.', seconds: 600 })
      const answer = await owner.post(`/api/admin/integrations/mail/${path}`, { to: 'owner@example.com' })
      expect(answer.json()).toMatchObject({ ok: true })
      expect(await delayed()).toEqual(before)
    }
  expect(await app.rows('select from outside_services where paused_until is not null')).toEqual([])
})

test('a mail that did not go out takes nothing from a budget', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'to' ? '450 4.2.1 Come back later' : null))
  await using app = await mailingApp(smtp, { mailBudgets: { ...AMPLE, recipient: 1 } })
  await app.join({ email: 'ada@example.com' })
  await expect.poll(() => app.rows(`select from outbox where attempts > 0`), PATIENCE).toHaveLength(1)
  expect(await app.rows('select distinct sent from mail_budgets')).toEqual([{ sent: 0 }])
  smtp.recover()
  await expectMails(app, smtp, 1)
})

/** Makes `count` different spellings of a name with dots between its letters. */
const dotted = (name: string, count: number) =>
  Array.from({ length: count }, (_, way) =>
    [...name].map((letter, index) => (index > 0 && ((way + 1) >> (index - 1)) & 1 ? `.${letter}` : letter)).join(''),
  )
const NAME = 'realperson'
const TAGGED = Array.from({ length: 20 }, (_, index) => `r.ealperson+${index}@gmail.com`)
const DOTTED = dotted(NAME, 20).map((name, index) => `${name}@${index % 2 ? 'gmail.com' : 'ｇｏｏｇｌｅｍａｉｌ．com'}`)

async function joinAll(app: TestApp, emails: string[]) {
  for (const email of emails) await app.join({ email })
}

/** Waits until every mail has gone out or is delayed. */
const settled = (app: TestApp) =>
  expect
    .poll(
      () =>
        app.rows(
          `select from waitlist_counter, followers where name = 'outbox' and seq < last_event
           union all
           select from outbox where channel like 'send-%' and state = 'waiting' and due_at <= now() + interval '1 minute'`,
        ),
      PATIENCE,
    )
    .toEqual([])

test.each([
  ['with tags', TAGGED, 4, ['real.person@gmail.com', 'realperson@gmail.com']],
  ['with dots, at both domains', DOTTED, 6, ['realperson@gmail.com']],
])('a mailbox written %s has one budget, and its owner is mailed at once', async (_, flood, most, owners) => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  await joinAll(app, flood)
  await settled(app)
  expect(smtp.mails).toHaveLength(most)

  for (const [index, owner] of owners.entries()) {
    await app.join({ email: owner })
    await expect.poll(() => smtp.mails.length, PATIENCE).toBe(most + index + 1)
    expect(smtp.mails.at(-1)!.to).toEqual([owner])
  }
  await settled(app)
  expect(smtp.mails.length).toBeLessThanOrEqual(8)
  // The delayed mails are not dropped.
  expect(await app.rows(`select from outbox where state = 'waiting'`)).toHaveLength(flood.length - most)
  expect(await app.verify()).toEqual([])
})

test('the mails to all spellings of a mailbox go out on later days', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailBudgets: { ...AMPLE, recipient: 4 } })
  await joinAll(app, [...TAGGED.slice(0, 4), ...DOTTED.slice(0, 4)])
  await settled(app)
  const onDay = [smtp.mails.length]
  while (smtp.mails.length < 8 && onDay.length < 8) {
    const before = smtp.mails.length
    await app.rows('delete from mail_budgets')
    await hurry(app)
    await settled(app)
    onDay.push(smtp.mails.length - before)
  }
  expect(onDay.every((mails) => mails >= 1 && mails <= 4)).toBe(true)
  expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(8)
})

test('the newest of the mails to a flooded mailbox goes first on the next day', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  await joinAll(app, DOTTED)
  await settled(app)
  // A spelling that the flood does not have.
  await app.join({ email: 'realperso.n@gmail.com' })
  const { id } = await app.entry('realperso.n@gmail.com')
  const order = () =>
    app.rows(`select subject from outbox where channel = 'send-waitlist-email' and state = 'waiting' order by due_at`)
  await expect.poll(async () => JSON.stringify((await order())[0]?.subject), PATIENCE).toContain(id)
  const [until] = await app.rows(
    `select bool_and(due_at < date_trunc('day', now(), 'UTC') + interval '36 hours') as ok
     from outbox where channel = 'send-waitlist-email' and state = 'waiting'`,
  )
  expect(until).toEqual({ ok: true })
})

test('a domain has one budget in all its spellings', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp, { mailBudgets: { ...AMPLE, domain: 2 } })
  await joinAll(app, [
    'a@bücher.example',
    'b@BU\u0308CHER.example',
    'c@xn--bcher-kva.example',
    'd@b\u00adücher.example.',
  ])
  await settled(app)
  expect(smtp.mails).toHaveLength(2)
})
