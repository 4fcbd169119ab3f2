import { afterAll, beforeAll, expect, test } from 'vitest'
import { settled } from '../../../test/services/channel.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurry, mailingApp } from '../../../test/mailing-app.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const LETTER = { name: 'Robin Reed', email: 'Robin@Example.com ', message: 'Do you work with nail bars?' }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

function write(payload: object, to = app) {
  return to.app.inject({ method: 'POST', url: '/api/contact', payload })
}

test('POST /api/contact keeps the message and asks the outbox for a mail about it', async () => {
  const answer = await write(LETTER)

  expect(answer.statusCode).toBe(202)
  const [message, ...others] = await app.rows('select * from contact_messages')
  expect(others).toEqual([])
  expect(message).toMatchObject({ ...LETTER, email: 'robin@example.com' })
  expect(await app.waiting('send-contact-message')).toEqual([{ subject: message.id, friend_id: null }])
})

test.each([
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['an email without @', { email: 'robin' }, 'email'],
  ['a blank message', { message: '\n' }, 'message'],
  ['a message over 2000 characters', { message: 'x'.repeat(2001) }, 'message'],
  ['a NUL', { message: 'a\0b' }, 'message'],
])('%s is refused with the name of the field', async (_name, changes, field) => {
  const answer = await write({ ...LETTER, ...changes })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toMatchObject({ code: 'invalid-input', fields: { [field]: expect.any(String) } })
})

test('a message that cannot be stored asks for no mail, and the answer says when to try again', async () => {
  await using app = await testApp({ faulty: true })
  await app.rows('alter table outbox rename to elsewhere')

  const answer = await write(LETTER, app)

  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  expect(await app.rows('select * from contact_messages')).toEqual([])
})

test('without mail the delivery is kept for a catch-up', async () => {
  await using app = await testApp({ work: true })

  await write(LETTER, app)

  await expect
    .poll(() => app.rows('select channel, state from outbox'), { timeout: 60_000 })
    .toEqual([{ channel: 'send-contact-message', state: 'kept' }])
})

test('an address may only send a limited number of messages', async () => {
  await using app = await testApp({ rateLimit: true, trustProxy: '127.0.0.1' })
  const send = () =>
    app.app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'x-forwarded-for': '203.0.113.7' },
      payload: LETTER,
    })
  for (let addressed = 0; addressed < 6; addressed++) expect((await send()).statusCode).toBe(202)

  const answer = await send()

  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBeDefined()
})

test('in an hour six messages have a mail of their own, one mail tells of all others, and the inbox has each', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const subjects = () => smtp.mails.map(({ subject }) => subject).filter((subject) => subject.includes('essage'))
  const waiting = () => app.rows(`select from outbox where state in ('waiting', 'waiting', 'waiting', 'waiting')`)
  for (let letter = 0; letter < 6; letter += 1) await write({ ...LETTER, email: `writer${letter}@example.com` }, app)
  await expect.poll(() => subjects().length, { timeout: 60_000 }).toBe(6)
  await settled(app)

  for (let letter = 6; letter < 30; letter += 1) await write({ ...LETTER, email: `writer${letter}@example.com` }, app)
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(24)
  expect(subjects()).toHaveLength(6)
  await app.rows(`update outbox set delivered_at = delivered_at - interval '61 minutes'`)

  await expect
    .poll(
      async () => {
        await hurry(app)
        return (await waiting()).length
      },
      { timeout: 60_000 },
    )
    .toBe(0)
  expect(subjects().slice(6)).toEqual(['24 new messages'])
  expect(await app.rows('select from contact_messages')).toHaveLength(30)
})
