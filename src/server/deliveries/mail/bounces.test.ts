import { expect, test } from 'vitest'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { mailingApp } from '../../../../test/mailing-app.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { forgetBounce } from './bounces.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const REFUSED = 'The mail server refused this mail for good: 550 5.1.1 <ada@example.com>: no such user'

test('an address that is refused for good gets no more mail of any kind until it is corrected', async () => {
  await using smtp = await fakeSmtp()
  let tries = 0
  smtp.misbehave((step, address) => {
    if (step !== 'to' || address !== 'ada@example.com') return null
    tries += 1
    return '550 5.1.1 <ada@example.com>: no such user'
  })
  await using app = await mailingApp(smtp)
  const { referral_code } = await app.join({ email: 'ada@example.com' })
  const { id } = await app.entry('ada@example.com')
  const mail = () =>
    app.rows(
      `select channel, state, error from outbox where subject = $1 and channel like 'send-%' order by channel desc`,
      id,
    )
  await expect.poll(mail, PATIENCE).toEqual([{ channel: 'send-waitlist-email', state: 'given up', error: REFUSED }])
  expect(await app.rows('select entry_id, reason from mail_bounces')).toEqual([{ entry_id: id, reason: REFUSED }])

  await app.join({ email: 'friend@example.com', used_referral_code: referral_code })
  const told = { state: 'given up', error: `No more mail goes to this address. ${REFUSED}` }
  await expect
    .poll(mail, PATIENCE)
    .toEqual([
      expect.objectContaining({ channel: 'send-waitlist-email' }),
      { channel: 'send-referral-notification', ...told },
    ])
  const owner = await signIn(app)
  expect((await owner.post('/api/admin/deliveries/retry', { service: 'mail' })).json()).toEqual({ queued: 2 })
  await expect
    .poll(mail, PATIENCE)
    .toEqual(['send-waitlist-email', 'send-referral-notification'].map((channel) => ({ channel, ...told })))
  const byHand = {
    referrerEmail: 'ada@example.com',
    newSignupEmail: 'friend@example.com',
    newPosition: 1,
    referralCount: 1,
  }
  const refused = await owner.post('/functions/v1/send-referral-notification', byHand)
  expect([refused.statusCode, refused.json().error.message]).toEqual([409, `ada@example.com: ${told.error}`])
  expect(tries).toBe(1)

  await app.rows(`update waitlist_entries set email = 'ada@example.org' where id = $1`, id)
  await forgetBounce(app.pool, id)
  expect((await owner.post('/api/admin/deliveries/retry', { service: 'mail' })).json()).toEqual({ queued: 2 })
  await expect.poll(() => smtp.mails.filter(({ to }) => to[0] === 'ada@example.org').length, PATIENCE).toBe(2)
})

test('when the owner retries a mail, its address is tried once more', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'to' ? '550 5.2.1 The mailbox is disabled' : null))
  await using app = await mailingApp(smtp)
  await app.join({ email: 'ada@example.com' })
  const { id } = await app.entry('ada@example.com')
  await expect.poll(() => app.rows(`select from outbox where state = 'given up'`), PATIENCE).toHaveLength(1)
  expect(await app.rows('select from mail_bounces')).toHaveLength(1)
  smtp.recover()

  const owner = await signIn(app)
  const body = { channel: 'send-waitlist-email', entry_id: id, friend_id: null }
  expect((await owner.post('/api/admin/deliveries/retry', body)).json()).toEqual({ queued: 1 })
  await expect.poll(() => smtp.mails.map(({ to }) => to[0]), PATIENCE).toEqual(['ada@example.com'])
  expect(await app.rows('select from mail_bounces')).toEqual([])
})

test.each(['554 5.7.1 Looks like spam', '552 5.2.2 The mailbox is full', '550 No such user here'])(
  'the answer "%s" does not stop later mails to that address',
  async (answer) => {
    await using smtp = await fakeSmtp()
    smtp.misbehave((step) => (step === 'to' ? (answer as '554 x') : null))
    await using app = await mailingApp(smtp)
    await app.join({ email: 'ada@example.com' })
    await expect
      .poll(() => app.rows(`select state from outbox where channel = 'send-waitlist-email'`), PATIENCE)
      .toEqual([{ state: 'given up' }])
    expect(await app.rows('select from mail_bounces')).toEqual([])
  },
)
