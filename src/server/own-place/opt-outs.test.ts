import { expect, test } from 'vitest'
import { settled } from '../../../test/services/channel.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { doAgain, mailingApp } from '../../../test/mailing-app.ts'
import { callPlace } from '../../../test/people/place-holder.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createTokens } from '../accounts/tokens.ts'

const ONE_CLICK = {
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  payload: 'List-Unsubscribe=One-Click',
}

function press({ app }: TestApp, url: string, options: object = ONE_CLICK) {
  return app.inject({ method: 'POST', url, ...options })
}

async function linkFor(app: TestApp, email: string): Promise<string> {
  const { id } = await app.entry(email)
  return `/unsubscribe?token=${await createTokens(app.pool).sign('unsubscribe', id)}`
}

test('a one-click request to the address in the header ends all mail, however often it comes', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const [, referrer] = await app.joinMany(2)
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(2)
  const header = smtp.mails.find(({ to }) => to[0] === referrer!.email)!.headers['list-unsubscribe']!
  const link = /^<https:\/\/waitlist\.example(\/.*)>$/.exec(header)![1]!

  for (let click = 0; click < 2; click++) {
    const answer = await press(app, link)
    expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined])
  }
  expect(await app.rows('select entry_id from mail_opt_outs')).toHaveLength(1)

  await app.join({ email: 'friend@example.com', used_referral_code: referrer!.referral_code })
  await expect
    .poll(() => app.rows(`select state, error from outbox where channel = 'send-referral-notification'`), {
      timeout: 60_000,
    })
    .toEqual([{ state: 'skipped', error: 'They want no more mail.' }])
  const { id } = await app.entry(referrer!.email)
  await settled(app)
  await app.rows(`update outbox set delivered_at = delivered_at - interval '2 days'`)
  await doAgain(app, 'send-waitlist-email', { subject: id })
  expect(smtp.mails.filter(({ to }) => to[0] === referrer!.email)).toHaveLength(1)
})

test('the page of the link chooses when mail about friends comes, and a browser that only joined may ask for fewer', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const [ada] = await app.joinMany(1)
  const link = await linkFor(app, ada!.email)
  const wish = async () => (await app.entry(ada!.email)).friend_mails
  const choose = (friends: string) =>
    press(app, link, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `friends=${friends}`,
    })
  const told = () => smtp.mails.filter(({ subject }) => subject.includes('friend')).length
  const answer = await choose('never')
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('no more mail about friends')])
  await app.join({ email: 'one@example.com', used_referral_code: ada!.referral_code })
  const notifications = () =>
    app.rows(`select state, error, due_at > now() + interval '6 days' as is_far from outbox
      where channel = 'send-referral-notification' order by id`)
  await expect
    .poll(notifications, { timeout: 60_000 })
    .toMatchObject([{ state: 'skipped', error: 'They want no emails about friends.' }])

  expect((await choose('weekly')).body).toContain('once a week')
  await app.join({ email: 'two@example.com', used_referral_code: ada!.referral_code })
  await expect.poll(told, { timeout: 60_000 }).toBe(1)
  await app.join({ email: 'three@example.com', used_referral_code: ada!.referral_code })
  await expect
    .poll(notifications, { timeout: 60_000 })
    .toMatchObject([{}, { state: 'done' }, { state: 'waiting', is_far: true }])
  await app.rows(`update referral_mails set sent_at = array[now() - interval '2 hours']`)
  expect((await choose('each')).statusCode).toBe(200)
  await expect.poll(told, { timeout: 60_000 }).toBe(2)

  const change = (friend_mails: string) =>
    callPlace(app, ada!.browser_token!, { method: 'PATCH', url: '/api/place', payload: { friend_mails } })
  expect((await change('never')).json()).toMatchObject({ friend_mails: 'never' })
  expect((await change('weekly')).json()).toMatchObject({ error: { code: 'link-needed' } })
  expect((await change('sometimes')).statusCode).toBe(400)
  expect(await wish()).toBe('never')
  expect((await press(app, link, { ...ONE_CLICK, method: 'DELETE' })).statusCode).toBe(200)
  expect(await wish()).toBe('each')
  expect(await app.verify()).toEqual([])
})

test('only the token counts, whatever body a provider sends', async () => {
  await using app = await testApp()
  const { email } = (await app.joinMany(1))[0]!
  const link = await linkFor(app, email)
  for (const [type, payload] of [
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
    ['application/json', '{broken'],
    [undefined, undefined],
  ] as const) {
    await app.rows('delete from mail_opt_outs')
    const answer = await press(app, link, { headers: type ? { 'content-type': type } : {}, payload })
    expect([type, answer.statusCode, answer.body]).toEqual([type, 200, expect.stringContaining('no more mail')])
    expect(await app.rows('select entry_id from mail_opt_outs')).toHaveLength(1)
  }
})

test('a token that was not signed here for this purpose is called incomplete, logged nowhere, and changes nothing', async () => {
  const lines: string[] = []
  await using app = await testApp({ log: (line) => lines.push(line) })
  const [one, two] = await app.joinMany(2)
  const [good, other] = [await linkFor(app, one!.email), await linkFor(app, two!.email)]
  const mixed = good.slice(0, -20) + other.slice(-20)
  const { id } = await app.entry(one!.email)
  const foreign = `/unsubscribe?token=${await createTokens(app.pool).sign('browser', id)}`
  for (const link of [
    mixed,
    foreign,
    `${good}A`,
    good.slice(0, -1),
    '/unsubscribe?token=',
    '/unsubscribe',
    `${good}%00`,
    `${good}&token=x`,
  ]) {
    const answer = await press(app, link)
    const { headers, statusCode, body } = answer
    expect([link, statusCode, headers['content-type']]).toEqual([link, 404, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^This link is incomplete\. .* \S+@\S+$/)
  }
  expect(lines).toEqual([])
  expect(await app.rows('select entry_id from mail_opt_outs')).toEqual([])
})

test("an erased person's link does no harm and leaves nothing behind", async () => {
  await using app = await testApp()
  const { email } = (await app.joinMany(1))[0]!
  const link = await linkFor(app, email)
  await app.rows('update waitlist_entries set email = null, erased_at = now()')
  expect((await press(app, link)).statusCode).toBe(200)
  expect(await app.rows('select entry_id from mail_opt_outs')).toEqual([])

  const answer = await app.app.inject({ method: 'DELETE', url: link })
  expect(answer.statusCode).toBe(200)
})

test('the second choice of the page ends updates alone, until the person wants them again', async () => {
  await using app = await testApp()
  const { email } = (await app.joinMany(1))[0]!
  const link = await linkFor(app, email)
  const wish = async () =>
    (
      await app.rows(`select updates_off_at is not null as only_place,
        exists (select from mail_opt_outs where entry_id = id) as none from waitlist_entries`)
    )[0]
  const form = { headers: ONE_CLICK.headers, payload: 'only=place' }
  for (const [url, options] of [
    [link, form],
    [`${link}&only=place`, {}],
  ] as const) {
    await press(app, link)
    expect(await wish()).toEqual({ only_place: false, none: true })
    const fewer = await press(app, url, options)
    expect([fewer.statusCode, fewer.body]).toEqual([200, expect.stringContaining('only mail about your own place')])
    expect(await wish()).toEqual({ only_place: true, none: false })
    const back = await app.app.inject({ method: 'DELETE', url: link })
    expect(back.statusCode).toBe(200)
    expect(await wish()).toEqual({ only_place: false, none: false })
  }
  await press(app, `${link}&only=everything`, {})
  expect(await wish()).toEqual({ only_place: false, none: true })
})
