import { expect, test } from 'vitest'
import { keptRows } from '../../../test/services/channel.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { doAgain } from '../../../test/mailing-app.ts'
import { signIn } from '../../../test/people/owner.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

test('everybody reads the same, and a new person counts once they have pressed the button in the mail', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const { referral_code } = (await referrerIn(app))!
  const answer = await app.ask({ email: 'ada@example.com', used_referral_code: referral_code })
  expect([answer.status, answer.body]).toEqual([202, { check_inbox: true }])

  const token = await app.tokenOf('ada@example.com')
  expect(await app.friends()).toEqual([])
  const owner = await signIn(app)
  const listed = async () =>
    (await owner.get('/api/admin/entries')).json().entries.map((entry: { email: string }) => entry.email)
  expect(await listed()).toEqual(['referrer@example.com'])
  expect(await app.verify()).toEqual([])

  const pressed = await app.press(token)
  expect(pressed).toEqual({ status: 204, browserToken: expect.any(String), mailedToken: expect.any(String) })
  const old = await mailedToken(app, 'ada@example.com', { hoursAgo: 2, purpose: 'confirm' })
  expect(await app.press(old)).toEqual({ status: 204, browserToken: expect.any(String), mailedToken: undefined })
  // For the tab that pressed, the mail is a link of the last hour.
  expect((await callPlace(app, pressed.mailedToken!)).json()).toMatchObject({ email: 'ada@example.com', mailed: true })
  const place = (await callPlace(app, pressed.browserToken!)).json()
  expect(place).toMatchObject({ email: 'ada@example.com', position: 2, place_in_line: 2, mailed: false })
  expect(place.confirmed_at).toEqual(expect.any(String))
  expect(await app.friends()).toMatchObject([{ state: 'counted' }])
  expect((await listed()).sort()).toEqual(['ada@example.com', 'referrer@example.com'])
  await expect
    .poll(() => smtp.mails.map(({ to, subject }) => `${to[0]} ${subject.slice(0, 14)}`).sort(), PATIENCE)
    .toEqual([
      'ada@example.com Your place on ',
      'ada@example.com You’re #2 on t',
      'referrer@example.com A friend joine',
    ])
  expect(await app.verify()).toEqual([])
})

test('a confirmation pressed twice, fetched, forged or after deletion does no harm', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'ada@example.com' })
  const token = await app.tokenOf('ada@example.com')
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.app.inject({ method, url: '/api/place/confirm', headers })).statusCode).toBe(200)
  }
  for (const bad of ['', token.slice(1), `${token}A`, 'x'.repeat(52)]) expect((await app.press(bad)).status).toBe(404)
  expect(await app.rows('select from waitlist_entries')).toEqual([])

  const both = await Promise.all([app.press(token), app.press(token)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  const { confirmed_at, id } = await app.entry('ada@example.com')
  expect((await callPlace(app, token, { url: '/api/place/confirm' })).json()).toEqual({ sets: [], confirmed: true })
  expect((await app.press(token)).status).toBe(204)
  expect((await app.entry('ada@example.com')).confirmed_at).toEqual(confirmed_at)
  await expect.poll(() => smtp.mails.length, PATIENCE).toBe(2)
  const owner = await erasingOwner(app)
  await owner.erase(id)
  expect(await app.press(token)).toMatchObject({ status: 404, browserToken: undefined, mailedToken: undefined })
})

test('nobody who has not confirmed gets another mail or goes to a service, and their name waits', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'ada@example.com', full_name: 'Ada Visitor-Typed', business_name: 'Typed Salon' })
  const token = await app.tokenOf('ada@example.com')
  const [{ id }] = await app.rows('select person_id as id from join_requests')
  await doAgain(app, 'send-waitlist-email', { subject: id })
  await doAgain(app, 'send-confirmation', { subject: id })

  const [mail] = smtp.mails
  expect(smtp.mails).toHaveLength(1)
  expect(mail!.text + mail!.html).not.toMatch(/Typed|Ada/)
  expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(await app.rows('select channel, state from outbox where subject = $1', id)).toEqual([
    { channel: 'send-confirmation', state: 'done' },
  ])
  expect(await app.app.inject('/api/waitlist/count').then((answer) => answer.json())).toEqual({ count: 0 })

  await app.press(token)
  await expect.poll(() => app.mailsTo('ada@example.com').length, PATIENCE).toBe(2)
  await expect
    .poll(() => keptRows(app), PATIENCE)
    .toMatchObject([
      { channel: 'add-to-notion', subject: id },
      { channel: 'sync-to-beehiiv', subject: id },
    ])
})

test('the new answers of a person on the list wait for their confirmation, and only those that they choose count', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await referrerIn(app)
  const email = 'referrer@example.com'
  const before = await app.entry(email)
  const mine = joinRequest({ email, business_name: 'My own words', submission_id: 'mine' })
  for (let tries = 0; tries < 2; tries += 1) expect((await app.post(mine)).body).toEqual({ check_inbox: true })
  const token = await app.tokenOf(email)
  expect(await app.entry(email)).toMatchObject({ business_name: before.business_name, code_count: 1 })
  expect(app.mailsTo(email).at(-1)!.text).not.toContain('own words')

  // A stranger sends answers just before the person presses the button.
  await app.ask({ email, business_name: 'HACKED' })
  expect((await app.sets(token)).map(({ answers }) => answers.business_name)).toEqual(['HACKED', 'My own words'])
  const isMine = ({ answers }: { answers: Record<string, unknown> }) => answers.business_name === 'My own words'
  expect((await app.press(token, isMine)).status).toBe(204)

  const after = await app.entry(email)
  expect(after).toMatchObject({ business_name: 'My own words', code_count: 1, position: before.position })
  expect(await app.rows('select answers from entry_revisions')).toEqual([
    { answers: expect.objectContaining({ business_name: before.business_name }) },
  ])
  expect(await app.rows('select from join_requests')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('joining again on the same day brings another mail, a few times, and the link to a place also confirms what waits', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await referrerIn(app)
  const email = 'referrer@example.com'
  for (const [index, business_name] of ['One', 'Two', 'Three'].entries()) {
    await app.ask({ email, business_name })
    await app.tokenOf(email, index + 1)
    await anHourPasses(app)
  }
  await app.ask({ email, business_name: 'Four' })
  await expect
    .poll(
      () => app.rows(`select from outbox where channel = 'send-confirmation' and due_at > now() + interval '20 hours'`),
      PATIENCE,
    )
    .toHaveLength(1)

  await app.app.inject({ method: 'POST', url: '/api/place-links', payload: { email } })
  const token = await app.tokenOf(email, 4)
  const mail = app.mailsTo(email).at(-1)!
  expect(mail.text).toContain('/place#')
  expect(mail.text).not.toContain('Four')
  expect((await app.press(token)).status).toBe(204)
  expect(await app.entry(email)).toMatchObject({ business_name: 'Four' })
  expect(await app.rows('select from join_requests')).toEqual([])
})

test('answers that come while the mail about earlier ones is on its way get a mail too', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const isOver = Promise.withResolvers<null>()
  smtp.misbehave((step) => (step === 'data' ? isOver.promise : null))
  await app.ask({ email: 'ada@example.com' })
  expect((await app.press(await app.tokenOf('ada@example.com'))).status).toBe(204)
  await app.ask({ email: 'ada@example.com', business_name: 'Another Chair' })
  isOver.resolve(null)
  expect((await app.press(await app.tokenOf('ada@example.com', 2))).status).toBe(204)
  expect(await app.entry('ada@example.com')).toMatchObject({ business_name: 'Another Chair' })
})

test('the same person sending twice before the mail is written confirms their last answers', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const first = joinRequest({ email: 'ada@example.com', business_name: 'One' })
  const answers = await Promise.all([first, { ...first, business_name: 'Two' }].map((request) => app.post(request)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  await app.press(await app.tokenOf('ada@example.com'))
  expect(await app.entry('ada@example.com')).toMatchObject({ business_name: 'Two' })
})

test('a newcomer sees what was sent in their name, and what comes after the page was shown waits', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const email = 'ada@example.com'
  await app.ask({ email, business_name: 'Mine', full_name: 'Ada' })
  const token = await app.tokenOf(email)
  await app.ask({ email, business_name: 'SLIPPED' })
  const sets = await app.sets(token)
  expect(sets).toMatchObject([
    { id: expect.any(String), answers: { business_name: 'SLIPPED' } },
    { id: expect.any(String), full_name: 'Ada', answers: { business_name: 'Mine' } },
  ])
  const payload = { chosen: sets[1]!.id, shown: sets.map(({ id }) => id) }
  await app.ask({ email, business_name: 'LATER' })
  const press = { method: 'POST', url: '/api/place/confirm', payload } as const
  expect((await callPlace(app, token, press)).statusCode).toBe(204)
  expect(await app.entry(email)).toMatchObject({ business_name: 'Mine', confirmed_at: expect.any(Date) })
  expect(await app.rows(`select request ->> 'business_name' as name from join_requests`)).toEqual([{ name: 'LATER' }])
  // Another person's set puts nobody on the list. A press that names no set confirms the only set.
  await app.ask({ email: 'eve@example.com', business_name: 'Eve' })
  const other = await app.tokenOf('eve@example.com')
  const [later] = await app.sets(token)
  const foreign = { ...press, payload: { chosen: later!.id, shown: [later!.id] } }
  expect((await callPlace(app, other, foreign)).statusCode).toBe(409)
  expect((await callPlace(app, other, { ...press, payload: undefined })).statusCode).toBe(204)
  expect(await app.entry('eve@example.com')).toMatchObject({ business_name: 'Eve' })
  expect(await app.sets(token)).toHaveLength(1)
})

test('strangers who send many answers push out no answers that a mail has asked about, nor the newest', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await referrerIn(app)
  const email = 'referrer@example.com'
  await app.ask({ email, business_name: 'Asked about' })
  const token = await app.tokenOf(email)
  await anHourPasses(app)
  const flood = () => Promise.all(Array.from({ length: 22 }, (_, n) => app.ask({ email, business_name: `S${n}` })))
  await flood()
  await flood()
  expect(await app.rows('select from join_requests')).toHaveLength(20)
  await app.ask({ email, business_name: 'Newest' })
  const names = (await app.sets(token)).map(({ answers }) => answers.business_name)
  expect([names.length, names[0], names.at(-1)]).toEqual([20, 'Newest', 'Asked about'])
  await app.press(token, ({ answers }) => answers.business_name === 'Newest')
  expect(await app.entry(email)).toMatchObject({ business_name: 'Newest' })
  expect(await app.rows('select from join_requests')).toEqual([])
})

test('a person who wants no more mail, or was rejected, or was erased reads the same as everybody', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  const owner = await erasingOwner(app)
  await using off = await testApp({ beside: app })
  for (const email of ['out@example.com', 'rejected@example.com', 'erased@example.com']) await off.join({ email })
  const idOf = async (email: string) => (await app.entry(email)).id
  await app.rows('insert into mail_opt_outs (entry_id) values ($1)', await idOf('out@example.com'))
  await app.rows('update waitlist_entries set is_rejected = true where email = $1', 'rejected@example.com')
  await owner.erase(await idOf('erased@example.com'))

  for (const email of ['out@example.com', 'rejected@example.com', 'erased@example.com', 'new@example.com'])
    expect(await app.ask({ email, business_name: 'New words' })).toMatchObject({
      status: 202,
      body: { check_inbox: true },
    })
  for (const email of ['out@example.com', 'erased@example.com', 'new@example.com']) await app.tokenOf(email)
  expect(app.mailsTo('rejected@example.com').filter(({ text }) => text.includes('/confirm'))).toEqual([])
  expect(await app.rows('select email from waitlist_entries where email is not null order by email')).toEqual([
    { email: 'out@example.com' },
    { email: 'rejected@example.com' },
  ])
})

test('a person who has not confirmed and asks for the link to their place gets the confirmation again, once a day', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'ada@example.com' })
  await app.tokenOf('ada@example.com')
  const askForLink = () =>
    app.app.inject({ method: 'POST', url: '/api/place-links', payload: { email: 'ada@example.com' } })
  expect((await askForLink()).statusCode).toBe(202)
  const token = await app.tokenOf('ada@example.com', 2)
  expect((await askForLink()).statusCode).toBe(202)
  await app.ask({ email: 'jo@example.com' })
  await app.tokenOf('jo@example.com')
  expect(app.mailsTo('ada@example.com')).toHaveLength(2)
  expect((await app.press(token)).status).toBe(204)
})

/** Moves requests and sent mails back by an hour, once no mail is being sent. */
async function anHourPasses(app: Awaited<ReturnType<typeof confirmingApp>>) {
  await expect.poll(() => app.rows(`select from outbox where state = 'waiting'`), PATIENCE).toEqual([])
  await app.rows(`update join_requests set created_at = created_at - interval '1 hour'`)
  await app.rows(`update outbox set delivered_at = delivered_at - interval '1 hour'`)
}

/** Somebody who joined before addresses had to be confirmed. */
async function referrerIn(app: Awaited<ReturnType<typeof confirmingApp>>) {
  await using off = await testApp({ beside: app })
  const joined = await off.join({ email: 'referrer@example.com' })
  await app.rows(`update followers set seq = last_event from waitlist_counter where name = 'outbox'`)
  return joined
}
