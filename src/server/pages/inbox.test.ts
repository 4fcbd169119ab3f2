import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MessagesPage } from '#shared/list/messages.ts'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { signIn } from '../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  app = await testApp()
  owner = await signIn(app)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.rows('truncate contact_messages'))

async function write(message: string, email = 'robin@example.com') {
  const payload = { name: 'Robin Reed', email, message }
  expect((await app.app.inject({ method: 'POST', url: '/api/contact', payload })).statusCode).toBe(202)
}

async function list(query = '') {
  const { messages, ...rest } = (await owner.get(`/api/admin/messages?${query}`)).json<MessagesPage>()
  return { messages, texts: messages.map(({ message }) => message), ...rest }
}

async function unread(): Promise<number> {
  return (await owner.get('/api/admin/messages/unread')).json().unread
}

async function mark(body: object) {
  const answer = await owner.post('/api/admin/messages/marks', body)
  expect(answer.statusCode).toBe(200)
  return answer.json().changed
}

test('messages come newest first, in pages, and are unread until somebody reads them', async () => {
  for (const text of ['one', 'two', 'three']) await write(text)

  const first = await list('limit=2')
  expect(first).toMatchObject({ texts: ['three', 'two'], counts: { open: 3, done: 0 } })
  expect(first.messages[0]).toEqual({
    id: expect.any(String),
    name: 'Robin Reed',
    email: 'robin@example.com',
    message: 'three',
    created_at: expect.stringMatching(/^20.*Z$/),
    is_read: false,
    is_done: false,
  })
  const second = await list(`limit=2&cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ texts: ['one'], next_cursor: null })
  expect(await unread()).toBe(3)
})

test('a mark holds for every session, and can be taken back', async () => {
  await write('one')
  await write('two')
  const [two, one] = (await list()).messages

  expect(await mark({ ids: [one!.id], is_read: true })).toBe(1)
  expect(await mark({ ids: [one!.id], is_read: true })).toBe(0)
  const another = await signIn(app)
  expect((await another.get('/api/admin/messages')).json().messages[1]).toMatchObject({ is_read: true })
  expect(await unread()).toBe(1)

  // Marking a message as done also marks it as read. Taking the first mark back leaves it read.
  expect(await mark({ ids: [two!.id], is_done: true })).toBe(1)
  expect(await list()).toMatchObject({ texts: ['one'], counts: { open: 1, done: 1 } })
  expect((await list('list=done')).messages).toMatchObject([{ message: 'two', is_read: true, is_done: true }])
  expect(await mark({ ids: [two!.id], is_done: false })).toBe(1)
  expect((await list()).messages).toMatchObject([{ message: 'two', is_read: true, is_done: false }, { message: 'one' }])

  expect(await mark({ ids: [one!.id, two!.id], is_read: false })).toBe(2)
  expect(await unread()).toBe(2)
  expect(await mark({ unread: 'all', is_read: true })).toBe(2)
  expect(await unread()).toBe(0)
})

test('erasing a person who wrote takes their messages out of the inbox', async () => {
  await using app = await testApp({ work: true })
  const owner = await erasingOwner(app)
  await app.join({ email: 'robin@example.com' })
  const payload = { name: 'Robin Reed', email: 'robin@example.com', message: 'Do you work with nail bars?' }
  await app.app.inject({ method: 'POST', url: '/api/contact', payload })

  await owner.erase((await app.entry('robin@example.com')).id)

  const { get } = await signIn(app)
  expect((await get('/api/admin/messages')).json()).toEqual({
    messages: [],
    next_cursor: null,
    counts: { open: 0, done: 0 },
  })
})

test.each([
  ['no message', { ids: [], is_read: true }],
  ['not an id', { ids: ['1'], is_read: true }],
  ['everybody’s messages done', { unread: 'all', is_done: true }],
])('a mark of %s is refused', async (_name, body) => {
  expect((await owner.post('/api/admin/messages/marks', body)).statusCode).toBe(400)
})

test('only a session reads or marks messages, and a cursor of another list is refused', async () => {
  for (const url of ['/api/admin/messages', '/api/admin/messages/unread'])
    expect((await app.app.inject({ url })).statusCode).toBe(401)
  const payload = { unread: 'all', is_read: true }
  expect((await app.app.inject({ method: 'POST', url: '/api/admin/messages/marks', payload })).statusCode).toBe(401)
  expect((await owner.get('/api/admin/messages?cursor=abc')).statusCode).toBe(400)
})
