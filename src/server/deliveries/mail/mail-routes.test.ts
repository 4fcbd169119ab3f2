import fc from 'fast-check'
import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { placeAfter } from '../../../../test/people/place-after.ts'
import { testApp } from '../../../../test/test-app.ts'

test('the owner reads a kept mail as it would arrive, and its HTML can do nothing', async () => {
  await using app = await testApp({ publicUrl: 'https://waitlist.example' })
  const people = await app.joinMany(12)
  const referrer = await app.entry(people[11]!.email)
  await app.join({ email: 'jane@gmail.com', used_referral_code: referrer.referral_code })
  const friend = await app.entry('jane@gmail.com')
  const owner = await signIn(app)
  const place = `#${placeAfter(12, 1)}`
  const welcome = `channel=send-waitlist-email&entry_id=${referrer.id}`

  expect((await app.app.inject(`/api/admin/mails?${welcome}`)).statusCode).toBe(401)
  expect((await app.app.inject(`/api/admin/mails.html?${welcome}`)).statusCode).toBe(401)
  expect((await owner.get(`/api/admin/mails?${welcome}`)).json()).toEqual({
    from: `${site().brand.name} <${site().brand.supportEmail}>`,
    to: referrer.email,
    reply_to: null,
    subject: `You’re ${place} on the ${site().brand.name} waitlist`,
    text: expect.stringContaining(`https://waitlist.example/?ref=${referrer.newest_code}`),
  })
  const page = await owner.get(`/api/admin/mails.html?${welcome}`)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  )
  expect(page.body).toMatch(/^<!doctype html>/)
  expect(page.body).toContain(place)

  const told = `channel=send-referral-notification&entry_id=${referrer.id}`
  expect((await owner.get(`/api/admin/mails?${told}&friend_id=${friend.id}`)).json()).toMatchObject({
    subject: `A friend joined, and you’re ${place} now`,
    text: expect.stringContaining('j•••@gmail.com'),
  })
  expect((await owner.get(`/api/admin/mails?${told}`)).statusCode).toBe(404)
})

test('the owner reads a contact message that waits', async () => {
  await using app = await testApp()
  const addressed = { name: 'Robin', email: 'robin@example.com', message: 'Hello' }
  await app.app.inject({ method: 'POST', url: '/api/contact', payload: addressed })
  const [{ id }] = await app.rows('select id from contact_messages')
  const owner = await signIn(app)

  const url = `/api/admin/mails?channel=send-contact-message&entry_id=${id}`
  expect((await owner.get(url)).json()).toMatchObject({ reply_to: addressed.email, subject: 'Message from Robin' })
  for (const channel of ['send-waitlist-email', 'send-contact-message', 'send-referral-notification'])
    expect((await owner.get(`/api/admin/mails?channel=${channel}&entry_id=${crypto.randomUUID()}`)).statusCode).toBe(
      404,
    )
  expect((await owner.get(`/api/admin/mails?channel=add-to-notion&entry_id=${id}`)).statusCode).toBe(400)
})

test('a welcome mail contains no text that a visitor typed', async () => {
  await using app = await testApp()
  const [referrer] = await app.joinMany(1)
  const owner = await signIn(app)
  // The typed text is marked, so that the test can tell it from our own words and from the random letters of links.
  const typed = fc
    .tuple(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('', '\r\nBcc: x@example.com', '<a href="//x">', '&lt;', '{{x}}', '”'),
    )
    .map((parts) => `zqjzqj${parts.join('')}jqzjqz`.replaceAll('\0', '').toWellFormed())
  const texts = fc.record({
    full_name: typed,
    business_name: typed,
    other_problem: typed,
    other_goal: typed,
    link: typed,
  })

  await fc.assert(
    fc.asyncProperty(texts, async ({ link, ...words }) => {
      const email = `${crypto.randomUUID()}@example.com`
      await app.join({
        email,
        ...words,
        problems: ['Other'],
        goals: ['Other'],
        used_referral_code:
          `https://zqjzqj.example/${encodeURIComponent(link).slice(0, 20)}?ref=${referrer!.referral_code.toLowerCase()}`.slice(
            -64,
          ),
      })
      const { id } = await app.entry(email)
      const query = `channel=send-waitlist-email&entry_id=${id}`
      const { subject, text } = (await owner.get(`/api/admin/mails?${query}`)).json()
      const html = (await owner.get(`/api/admin/mails.html?${query}`)).body
      for (const part of [subject, text, html]) expect(part).not.toMatch(/zqjzqj|jqzjqz/)
      expect(text).toContain(`You joined with a friend’s code: ${referrer!.referral_code}.`)
    }),
    { numRuns: 60 },
  )
})

test('a mail greets a person who confirmed their address, by the name that they gave themselves', async () => {
  await using app = await testApp()
  const email = 'ada@example.com'
  await app.join({ email, full_name: 'Ada Lovelace' })
  const owner = await signIn(app)
  const { id } = await app.entry(email)
  const mails = async () => {
    const query = (channel: string) => `channel=${channel}&entry_id=${id}`
    const channels = ['send-waitlist-email', 'send-place-link', 'send-confirmation']
    return Promise.all(
      channels.map(async (channel) => {
        const { text } = (await owner.get(`/api/admin/mails?${query(channel)}`)).json()
        return `${text}\n${(await owner.get(`/api/admin/mails.html?${query(channel)}`)).body}`
      }),
    )
  }
  for (const mail of await mails()) expect(mail).not.toMatch(/Hello|Ada/)

  await app.rows('update waitlist_entries set confirmed_at = now()')
  for (const mail of await mails()) expect(mail.match(/Hello Ada,/g)).toHaveLength(2)

  await app.join({ email, full_name: 'Eve' })
  for (const mail of await mails()) expect(mail).not.toMatch(/Hello|Eve/)
})
