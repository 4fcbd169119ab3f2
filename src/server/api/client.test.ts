import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createClient, type Firstchair, Refused } from '../../../clients/typescript/client.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import { withFirstQuestions } from '../../../test/with-site.ts'

// Further questions of an owner need no other client.
withFirstQuestions()

const FOLDER = fileURLToPath(new URL('../../../clients/typescript/', import.meta.url))

test('the client has the description of the API, and types made from it', async () => {
  await using app = await testApp()
  const description = (await app.app.inject('/api/v1/openapi.json')).json()
  description.servers = [{ url: 'https://waitlist.example' }]
  // The files of the client do not depend on the name of the list.
  description.info.title = 'Firstchair API'
  await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(`${FOLDER}openapi.json`)
  const digest = createHash('sha256')
    .update(readFileSync(`${FOLDER}openapi.json`))
    .digest('hex')
  // If this fails, run `npm install && npm run types` in clients/typescript.
  expect(readFileSync(`${FOLDER}schema.d.ts`, 'utf8').split('\n')[0]).toContain(digest)
})

test('a program reads people page by page, changes them, and reads what was refused', async () => {
  await using app = await testApp()
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { key } = await (await keyOwner(app)).makeKey(['read', 'join', 'write', 'erase'])
  const list = createClient({ url, key })
  await app.joinMany(120)

  const id = await join(list, 'zoe@example.com')
  const emails = new Set<string | null>()
  for await (const { email } of list.everyEntry({ range: 'all' })) emails.add(email)
  expect(emails.size).toBe(121)
  expect(emails).toContain('zoe@example.com')
  await list.changeEntry(id, { add_tag: 'salon' })
  expect((await list.readEntry(id)).tags).toEqual(['salon'])
  expect((await list.readFigures({ range: 'all' })).signups).toBe(121)
  expect(await list.listWaves()).toMatchObject({ waves: [] })
  await list.eraseEntry(id)
  await expect(list.readEntry(id)).rejects.toMatchObject({ status: 410, code: 'erased' })

  const unknown = join(list, 'nothing')
  await expect(unknown).rejects.toBeInstanceOf(Refused)
  await expect(unknown).rejects.toMatchObject({ code: 'invalid-input', fields: { email: expect.any(String) } })
  await expect(createClient({ url, key: 'fc_wrong' }).listEntries()).rejects.toMatchObject({ status: 401 })
})

test('a call that got no answer is sent again, and changes nothing twice', async () => {
  await using app = await testApp()
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { key } = await (await keyOwner(app)).makeKey(['read', 'join', 'write'])
  let lost = 1
  app.app.server.prependListener('request', (request, response) => {
    // Loses the answer after the server has carried out the request.
    if (request.method === 'PATCH' && lost-- > 0) response.end = () => request.socket.destroy() as never
  })
  const list = createClient({ url, key })
  const id = await join(list, 'zoe@example.com')
  const { act } = await list.changeEntry(id, { note: 'Asked twice' })
  expect(act.changed).toBe(1)
  expect(lost).toBe(-1)
  expect(await app.rows('select from entry_notes')).toHaveLength(1)
})

test('the example reads who is next, and invites three', async () => {
  await using app = await testApp({ productUrl: 'https://product.example' })
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { key } = await (await keyOwner(app)).makeKey(['read', 'invite'])
  for (const name of ['ada', 'bea', 'cleo', 'dora']) await app.join({ email: `${name}@example.com` })
  const env = { ...process.env, FIRSTCHAIR_URL: url, FIRSTCHAIR_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [`${FOLDER}invite-three.ts`], { env })
  expect(stdout).toMatch(/^ada@example\.com is #\d+\nbea.*\ncleo.*\nInvited by the act [\da-f-]{36}\n$/)
  expect(await app.rows('select from invitations')).toHaveLength(3)
})

async function join(list: Firstchair, email: string): Promise<string> {
  const joined = await list.join(joinRequest({ email }) as Parameters<Firstchair['join']>[0])
  // A join that waits for a confirmation by mail gets no id.
  if (!('id' in joined)) throw new Error(`${email} has not joined`)
  return joined.id
}
