import { expect, test } from 'vitest'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import { PlaceExport } from '#shared/joining/place-export.ts'
import { allServices } from '../../../test/services/all-services.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { signIn } from '../../../test/people/owner.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { putSettingsInForce } from '../trust/keep-rule.ts'

const OLD = 'ada@example.com'
const NEW = 'ada@new.example'

function ask(app: TestApp, token: string, email: unknown) {
  return callPlace(app, token, { method: 'POST', url: '/api/place/email', payload: { email } as object })
}

async function confirm(app: TestApp, token: string, method: 'POST' | 'GET' | 'HEAD' = 'POST'): Promise<number> {
  return (await callPlace(app, token, { method, url: '/api/place/confirm' })).statusCode
}

const tokenIn = ({ text }: { text: string }) => /\/confirm\?address#([\w-]+)/.exec(text)![1]!
/** Returns a token like the one in the mail to a new address. */
const confirmToken = (app: TestApp, email: string) => mailedToken(app, email, { purpose: 'address' })

test('another address takes over once it has confirmed, and mail, Notion and Beehiiv follow', async () => {
  await using all = await allServices()
  const { app, beehiiv } = all
  const ada = await app.join({ email: OLD })
  const contact = { name: 'Ada', email: OLD, message: 'Hello?' }
  await app.app.inject({ method: 'POST', url: '/api/contact', payload: contact })
  await hurryUntil(app, () => isQueueIdle(app))
  const [subscription] = beehiiv.subscriptions
  const mailed = await mailedToken(app, OLD)

  const asked = await ask(app, mailed, ' ADA@New.example')
  expect([asked.statusCode, asked.body]).toEqual([202, '{}'])
  await until(() => all.mailsTo(NEW).length === 1)
  expect((await callPlace(app, mailed)).json().waiting_change.email).toBe(NEW)
  const token = tokenIn(all.mailsTo(NEW)[0]!)
  for (const method of ['GET', 'HEAD'] as const) expect(await confirm(app, token, method)).toBe(200)
  expect(await app.entry(OLD)).toMatchObject({ email: OLD })
  await hurryUntil(app, () => isQueueIdle(app))

  expect(await Promise.all([confirm(app, token), confirm(app, token)])).toEqual([204, 204])
  expect(await confirm(app, token)).toBe(204)
  const unsubscribe = (mail: { text: string }) => {
    const url = `/unsubscribe?token=${/unsubscribe\?token=([\w-]+)/.exec(mail.text)![1]}`
    return app.app.inject({ method: 'POST', url }).then(({ statusCode }) => statusCode)
  }
  // The link to unsubscribe in the former mailbox does not end mail to the new one.
  expect(await unsubscribe(all.mailsTo(OLD)[0]!)).toBe(200)
  expect(await app.rows('select from mail_opt_outs')).toEqual([])
  for (const old of [mailed, ada.browser_token!]) expect((await callPlace(app, old)).statusCode).toBe(404)
  const place = (await callPlace(app, await mailedToken(app, NEW))).json()
  expect(place).toMatchObject({ email: NEW, position: 1, referral_code: ada.referral_code, waiting_change: null })
  // Confirming the new address also confirms the person, even if the list requires no confirmation.
  expect(place.confirmed_at).toEqual(expect.any(String))
  await hurryUntil(app, () => isQueueIdle(app))
  expect(all.mailsTo(NEW).at(-1)!.text).toContain('/place#')
  expect(all.mailsTo(NEW)).toHaveLength(2)
  expect(await unsubscribe(all.mailsTo(NEW)[1]!)).toBe(200)
  await app.rows('delete from mail_opt_outs')
  expect(all.pages().map(({ properties }) => properties.Email.email)).toEqual([NEW])
  expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual([NEW])
  expect(beehiiv.subscriptions[0]!.id).not.toBe(subscription!.id)
  const owner = await signIn(app)
  expect((await owner.get('/api/admin/entries?range=all&q=new.example')).json().entries).toHaveLength(1)
  expect((await owner.get('/api/admin/entries?range=all&q=ada@example')).json().entries).toEqual([])
  expect(await app.rows('select email from contact_messages')).toEqual([{ email: NEW }])
  expect(await app.verify()).toEqual([])
})

test('the address of somebody on the list never changes hands and never tells', async () => {
  await using all = await allServices()
  const { app } = all
  await app.join({ email: OLD })
  await app.join({ email: 'eve@example.com' })
  const mailed = await mailedToken(app, OLD)
  await hurryUntil(app, () => isQueueIdle(app))
  const exported = async () => {
    await hurryUntil(app, () => isQueueIdle(app))
    const file = PlaceExport.parse((await callPlace(app, mailed, { url: '/api/place/export' })).json())
    return { mails: file.mails, email: file.another_email?.email, times: file.another_email?.asked_at.length }
  }
  const { mails } = await exported()
  const taken = await ask(app, mailed, 'eve@example.com')
  expect(await exported()).toEqual({ mails, email: 'eve@example.com', times: 1 })
  const free = await ask(app, mailed, NEW)
  expect(await exported()).toEqual({ mails, email: NEW, times: 2 })
  expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body])
  await hurryUntil(app, async () => all.mailsTo(NEW).length === 1 && (await isQueueIdle(app)))
  expect(all.mailsTo('eve@example.com')).toHaveLength(1)

  // Somebody else joins with the new address before it is confirmed.
  await app.join({ email: NEW })
  expect(await confirm(app, tokenIn(all.mailsTo(NEW)[0]!))).toBe(404)
  expect((await app.rows('select email from waitlist_entries order by 1')).map(({ email }) => email)).toEqual([
    OLD,
    NEW,
    'eve@example.com',
  ])
  expect(await app.rows('select email from email_changes')).toEqual([])
})

test('only the newest question counts, only a link of the last hour may ask, and not too often', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: OLD })
  for (const token of [browser_token!, await mailedToken(app, OLD, { hoursAgo: 2 })])
    expect((await ask(app, token, NEW)).json().error.code).toBe('link-needed')
  const mailed = await mailedToken(app, OLD)
  expect(Object.keys((await ask(app, mailed, 'nothing')).json().error.fields)).toEqual(['email'])
  expect((await ask(app, mailed, 'own@second.example')).statusCode).toBe(202)
  const earlier = await confirmToken(app, OLD)
  expect((await ask(app, mailed, 'victim@example.com')).statusCode).toBe(202)

  // No other token changes the address: not one of an earlier change, nor those of other mails.
  for (const token of [earlier, await mailedToken(app, OLD, { purpose: 'confirm' }), mailed])
    expect([await confirm(app, token), (await app.entry(OLD)).email]).toEqual([
      token === earlier || token === mailed ? 404 : 204,
      OLD,
    ])
  for (let more = 0; more < 3; more += 1) await ask(app, mailed, `more-${more}@example.com`)
  const refused = await ask(app, mailed, NEW)
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'emails-used-up'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  await app.rows(`update email_changes set recent = array(select at - interval '23 hours' from unnest(recent) at)`)
  expect(Number((await ask(app, mailed, NEW)).headers['retry-after'])).toBeLessThanOrEqual(60 * 60)
  const own = await ask(app, mailed, OLD.toUpperCase())
  expect([own.statusCode, own.json().error.code]).toEqual([400, 'own-email'])
  expect(await app.rows('select email from email_changes')).toEqual([{ email: 'more-2@example.com' }])
})

test('whoever asks for another address while the mail to a mistyped one is on its way gets theirs too', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  await app.join({ email: OLD })
  const token = await mailedToken(app, OLD)
  const isOver = Promise.withResolvers<null>()
  const addressed = () => smtp.mails.flatMap(({ to }) => to)
  smtp.misbehave((step, to) => (step === 'data' && to === 'mistyped@new.example' ? isOver.promise : null))
  await ask(app, token, 'mistyped@new.example')
  await until(() => addressed().includes('mistyped@new.example'))
  await ask(app, token, NEW)
  isOver.resolve(null)
  await until(() => addressed().includes(NEW))
})

test('a change waits for what is under way, ends with an erasure, and is forgotten in time', async () => {
  await using app = await testApp()
  await app.join({ email: OLD })
  const { id } = await app.entry(OLD)
  await ask(app, await mailedToken(app, OLD), NEW)
  const token = await confirmToken(app, OLD)
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until, claimed_by)
     values ($1, 'sync-to-beehiiv', 'waiting', now() + interval '1 hour', gen_random_uuid())`,
    id,
  )
  const pressed = await callPlace(app, token, { method: 'POST', url: '/api/place/confirm' })
  // The change will end every token that a browser has by then.
  expect([pressed.statusCode, pressed.headers[BROWSER_TOKEN]]).toEqual([204, undefined])
  expect(await app.entry(OLD)).toMatchObject({ id })
  await using server = await testApp({ beside: app, work: true, dataDir: app.dataDir })
  await app.rows('update outbox set claimed_until = now()')
  await hurryUntil(server, async () => (await app.rows('select email from waitlist_entries'))[0].email === NEW)

  await ask(app, await mailedToken(app, NEW), OLD)
  const back = await confirmToken(app, NEW)
  expect((await callPlace(app, await mailedToken(app, NEW), { method: 'DELETE' })).statusCode).toBe(202)
  // A job of the change may be under way.
  await hurryUntil(server, async () => (await app.rows('select from erasures')).length === 1)
  expect([await confirm(app, back), await confirm(app, token)]).toEqual([404, 404])
  expect(await app.rows('select * from email_changes')).toEqual([])
  // Both addresses are recorded, because Beehiiv may have either.
  expect(await app.rows(`select email, earlier -> 0 ->> 'email' as earlier from outside_remains`)).toEqual([
    { email: NEW, earlier: OLD },
  ])
  expect(await app.verify()).toEqual([])
})

test('with Beehiiv away, neither address is left behind there when the person leaves', async () => {
  await using all = await allServices()
  const { app, beehiiv } = all
  await app.join({ email: OLD })
  await hurryUntil(app, () => isQueueIdle(app))
  await ask(app, await mailedToken(app, OLD), NEW)
  beehiiv.misbehave(() => ({ status: 503, body: {} }))
  expect(await confirm(app, await confirmToken(app, OLD))).toBe(204)
  await until(async () => (await app.rows('select from outside_services where paused_until is not null')).length === 1)
  const mailed = await mailedToken(app, NEW)
  expect((await callPlace(app, mailed, { url: '/api/place/export' })).json().earlier_emails).toEqual([OLD])
  expect((await callPlace(app, mailed, { method: 'DELETE' })).statusCode).toBe(202)
  beehiiv.misbehave(null)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(beehiiv.subscriptions).toEqual([])
  expect(all.pages()).toEqual([])
  expect(await app.rows('select from outside_remains')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('a person who ended their newsletter at Beehiiv does not get it again at another address', async () => {
  await using all = await allServices()
  const { app, beehiiv } = all
  await app.join({ email: OLD })
  await hurryUntil(app, () => isQueueIdle(app))
  beehiiv.subscriptions[0]!.status = 'inactive'
  await ask(app, await mailedToken(app, OLD), NEW)
  expect(await confirm(app, await confirmToken(app, OLD))).toBe(204)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(beehiiv.subscriptions).toEqual([])
  await app.join({ email: NEW, business_name: 'Another' })
  await hurryUntil(app, () => isQueueIdle(app))
  expect(beehiiv.subscriptions).toEqual([])
  expect(await app.rows(`select error from outbox where channel = 'sync-to-beehiiv'`)).toEqual([
    { error: 'They were removed in Beehiiv, and are left alone.' },
  ])
})

test('a request that waits keeps nobody from changing to its address, and its link makes no second entry', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await using off = await testApp({ beside: app })
  await off.join({ email: OLD, business_name: 'Mine' })
  const { id } = await app.entry(OLD)
  await app.ask({ email: NEW, business_name: 'A stranger’s' })
  const theirs = await app.tokenOf(NEW)

  expect((await ask(app, await mailedToken(app, OLD), NEW)).statusCode).toBe(202)
  const token = await app.tokenOf(NEW, 2)
  // Waits until the mail that asks the stranger to confirm has been sent.
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await confirm(app, token)).toBe(204)

  expect(await app.entry(NEW)).toMatchObject({ id, business_name: 'Mine', confirmed_at: expect.any(Date) })
  expect((await app.sets(theirs)).map(({ answers }) => answers.business_name)).toEqual(['A stranger’s'])
  expect(await confirm(app, theirs)).toBe(204)
  expect(await app.rows('select id from waitlist_entries')).toEqual([{ id }])
  expect(await app.rows('select from join_requests')).toEqual([])
  expect(await app.rows('select from erased_addresses')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('a friend who changes to a throw-away address waits for the owner, until they change to another one', async () => {
  await using app = await testApp()
  const [inviter] = await app.joinMany(1)
  await app.join({ email: OLD, used_referral_code: inviter!.referral_code })
  const change = async (from: string, to: string) => {
    expect((await ask(app, await mailedToken(app, from), to)).statusCode).toBe(202)
    expect(await confirm(app, await confirmToken(app, from))).toBe(204)
  }
  const counted = async () => (await app.entry(inviter!.email)).referrals
  expect(await counted()).toBe(1)

  await change(OLD, 'ada@mailinator.com')
  expect([await counted(), (await app.entry('ada@mailinator.com')).is_doubtful]).toEqual([0, true])
  await app.judge()
  expect(await counted()).toBe(0)
  await change('ada@mailinator.com', NEW)
  expect([await counted(), (await app.entry(NEW)).is_doubtful]).toEqual([1, false])
  expect(await app.verify()).toEqual([])
})

test('a friend who changes to the mailbox of another friend counts as an unproven one, until they change to one of their own', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [inviter] = await app.joinMany(1)
  const counted = async () => (await app.entry(inviter!.email)).referrals
  const change = async (from: string, to: string) => {
    expect((await ask(app, await mailedToken(app, from), to)).statusCode).toBe(202)
    expect(await confirm(app, await confirmToken(app, from))).toBe(204)
  }
  const come = async (from: string, to: string) => {
    await app.join({ email: from, used_referral_code: inviter!.referral_code })
    await change(from, to)
  }
  await putSettingsInForce(app.pool, 1)
  await come('first@example.com', 'ada.lee@gmail.com')
  await app.join({ used_referral_code: inviter!.referral_code })
  expect(await counted()).toBe(2)

  await come('second@example.com', 'adalee+2@gmail.com')
  await come('third@example.com', 'somebody.else@gmail.com')
  expect(await counted()).toBe(3)
  expect(await app.verify()).toEqual([])

  await change('adalee+2@gmail.com', 'her.own@gmail.com')
  expect(await counted()).toBe(4)
  await owner.act({ kind: 'erase', select: { ids: [(await app.entry('ada.lee@gmail.com')).id] } })
  expect(await counted()).toBe(3)
  expect(await app.verify()).toEqual([])
})

test('whoever asks, few questions a day reach one mailbox, and its owner can join and confirm on the same day', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await using off = await testApp({ beside: app })
  const mailsTo = (subject: RegExp) => app.mailsTo('third@example.com').filter(({ text }) => subject.test(text)).length
  const idle = () =>
    until(
      async () =>
        (
          await app.rows(`select from outbox where channel like 'send-%'
    and state = 'waiting' and due_at <= now()`)
        ).length === 0,
    )
  for (const email of ['one@example.com', 'two@example.com']) {
    await off.join({ email })
    const token = await mailedToken(app, email)
    for (let again = 0; again < 4; again += 1) {
      expect((await ask(app, token, 'third@example.com')).statusCode).toBe(202)
      await idle()
    }
  }
  await until(() => mailsTo(/confirm\?address/) === 4)
  await app.ask({ email: 'third@example.com' })
  await app.press(await app.tokenOf('third@example.com', 5))
  expect(await app.entry('third@example.com')).toMatchObject({ confirmed_at: expect.any(Date) })
  expect(mailsTo(/confirm\?address/)).toBe(4)
})
