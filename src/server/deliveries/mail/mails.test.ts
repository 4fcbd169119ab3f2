import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { firstRule, referralPromise } from '#shared/joining/referral.ts'
import { settled } from '../../../../test/services/channel.ts'
import { FROM } from '../../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../../test/services/fake-smtp.ts'
import { doAgain, mailingApp } from '../../../../test/mailing-app.ts'
import { placeAfter } from '../../../../test/people/place-after.ts'
import { testApp } from '../../../../test/test-app.ts'

test('a new person gets a mail with their position, code, link and answers', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  await app.joinMany(2)
  const { position, referral_code } = await app.join({
    email: 'Ada@Example.com',
    problems: ['Managing tasks while fulfilling services', 'Other'],
    other_problem: 'My own words',
  })
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(3)

  const mail = smtp.mails.find(({ to }) => to.includes('ada@example.com'))!
  expect(mail.headers).toMatchObject({ from: FROM, to: 'ada@example.com' })
  expect(mail.subject).toBe(`You’re #${position} on the ${site().brand.name} waitlist`)
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain(`#${position}`)
    expect(body).toContain(referral_code)
    expect(body).toContain(`https://waitlist.example/?ref=${referral_code}`)
    expect(body).toContain('https://x.com/intent/tweet?')
    expect(body).toContain('https://www.facebook.com/sharer/sharer.php?')
    expect(body.replaceAll('&#39;', "'")).toContain(referralPromise(firstRule()))
    for (const choice of [
      'Solo provider',
      'Barber',
      'Managing tasks while fulfilling services',
      'Other',
      '£10-£30/month',
    ])
      expect(body).toContain(choice)
    expect(body).not.toMatch(/My own words|Corner Chair|Robin/)
  }
  const { id } = await app.entry('ada@example.com')
  await expect
    .poll(() =>
      app.rows('select channel, state, remote_id, error from outbox where subject = $1 and state = $2', id, 'done'),
    )
    .toEqual([{ channel: 'send-waitlist-email', state: 'done', remote_id: mail.messageId.slice(1, -1), error: null }])
})

test('every mail can be unsubscribed from with one click, through headers that are not folded', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  await app.join()
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1)

  const [mail] = smtp.mails
  const link = /https:\S+unsubscribe\?token=[\w-]+/.exec(mail!.text)![0]
  expect(mail!.raw).toContain(`\r\nList-Unsubscribe: <${link}>\r\n`)
  expect(mail!.raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(mail!.html).toContain(link)
  expect(mail!.messageId).toMatch(/^<[0-9a-f]{32}@waitlist\.example>$/)
})

test('a referrer who reaches #1 is told so once', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const { referral_code } = (await app.joinMany(2))[1]!
  const subjects = () => smtp.mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('A friend'))
  for (const told of [1, 2]) {
    await app.join({ used_referral_code: referral_code })
    await expect.poll(() => subjects().length, { timeout: 60_000 }).toBe(told)
    await settled(app)
    await app.rows(`update referral_mails set sent_at = array[now() - interval '1 hour']`)
  }
  expect(subjects()).toEqual(['A friend joined, and you’re #1 now', 'A friend joined, and you’re still #1'])
})

test('a referrer is told once about each friend, whose address is masked, with the current position and count', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const people = await app.joinMany(12)
  const referrer = people[11]!
  const told = () => smtp.mails.filter(({ subject }) => subject.startsWith('A friend'))
  for (const [index, name] of ['jane', 'john'].entries()) {
    await app.join({ email: `${name}@gmail.com`, used_referral_code: referrer.referral_code })
    await expect.poll(() => told().length, { timeout: 60_000 }).toBe(index + 1)
    await settled(app)
    await app.rows(`update referral_mails set sent_at = array[now() - interval '1 hour']`)
  }
  await app.join({ email: 'jane@gmail.com', used_referral_code: referrer.referral_code })

  expect(told().map(({ to }) => to)).toEqual([[referrer.email], [referrer.email]])
  expect(new Set(told().map(({ messageId }) => messageId)).size).toBe(2)
  const [last] = told().slice(-1)
  expect(last!.subject).toBe(`A friend joined, and you’re #${placeAfter(12, 2)} now`)
  expect(last!.text).toContain(`\nj•••@gmail.com joined the ${site().brand.name} waitlist with your code.\n`)
  expect(last!.text).toContain(`Now you’re #${placeAfter(12, 2)} on our waitlist. Friends so far: 2.`)
  expect(last!.raw).not.toMatch(/jane|john/)
  expect(last!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

  const { inviter_id, friend_id } = (await app.friends())[0]!
  await doAgain(app, 'send-referral-notification', { subject: inviter_id, friend_id })
  expect(told()).toHaveLength(2)
})

test('joining again within a day sends no second welcome; later it sends one under another Message-ID', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  await app.join({ email: 'ada@example.com' })
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1)
  const { id } = await app.entry('ada@example.com')

  await doAgain(app, 'send-waitlist-email', { subject: id })
  expect(smtp.mails).toHaveLength(1)
  expect(
    await app.rows(`select state, delivered_at is null as never from outbox where channel = 'send-waitlist-email'`),
  ).toEqual([{ state: 'done', never: false }])

  await app.rows(`update outbox set delivered_at = delivered_at - interval '1 day'`)
  await doAgain(app, 'send-waitlist-email', { subject: id })
  expect(smtp.mails).toHaveLength(2)
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(2)
})

test('a message from the contact page goes to the support address, and a reply goes to its sender', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const addressed = {
    name: 'Robin\r\nBcc: all@example.com <b>',
    email: 'robin@example.com',
    message: 'One\n<Two> & "three"',
  }
  expect((await app.app.inject({ method: 'POST', url: '/api/contact', payload: addressed })).statusCode).toBe(202)
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1)

  const [mail] = smtp.mails
  expect(mail).toMatchObject({
    to: [site().brand.supportEmail],
    subject: 'Message from Robin Bcc: all@example.com <b>',
  })
  expect(mail!.headers).toMatchObject({ 'reply-to': 'robin@example.com', from: FROM })
  expect(Object.keys(mail!.headers)).not.toEqual(expect.arrayContaining(['bcc']))
  expect(Object.keys(mail!.headers)).not.toEqual(expect.arrayContaining(['list-unsubscribe']))
  expect(mail!.text).toContain('One\n<Two> & "three"')
  expect(mail!.html).toContain('One<br />&lt;Two&gt; &amp; &quot;three&quot;')
})

test('erased and made-up people get no mail', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const { email } = (await app.joinMany(1))[0]!
  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1)
  await settled(app)
  const { id } = await app.entry(email)
  await app.rows('update outbox set delivered_at = null')

  await app.rows('update waitlist_entries set is_seeded = true')
  await doAgain(app, 'send-waitlist-email', { subject: id })
  await app.rows('update waitlist_entries set is_seeded = false, email = null, erased_at = now()')
  await doAgain(app, 'send-waitlist-email', { subject: id })

  expect(smtp.mails).toHaveLength(1)
  expect(await app.rows(`select state, error from outbox where channel = 'send-waitlist-email'`)).toEqual([
    { state: 'skipped', error: 'They are no longer on the list.' },
  ])
})

test('an entry whose email is not a plain address gets no mail, and the reason is recorded', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const odd = [
    'ada@example.com, bob@example.com',
    'Ada ada@example.com',
    '@',
    'two words@example.com',
    'a@b>\u2028RCPT',
  ]
  for (const email of odd) await app.join({ email })
  await expect
    .poll(() => app.rows(`select state, error from outbox where channel = 'send-waitlist-email'`), {
      timeout: 60_000,
    })
    .toEqual(
      odd.map(() => ({
        state: 'given up',
        error: expect.stringContaining('is not an address that mail can be sent to'),
      })),
    )
  expect(smtp.mails).toEqual([])
})

test.each(['Salon (London): Hair, Nails', "O'Neil & Sons"])('the sender may have the name %s', async (name) => {
  await using smtp = await fakeSmtp()
  const from = `${name} <hello@waitlist.example>`
  await using app = await testApp({ work: true, services: { mail: { url: smtp.url, from, allowPlaintext: true } } })
  await app.join()

  await expect.poll(() => smtp.mails.length, { timeout: 60_000 }).toBe(1)
  expect(smtp.mails[0]!.headers).toMatchObject({ from: `"${name}" <hello@waitlist.example>` })
})
