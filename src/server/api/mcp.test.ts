import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { SCOPES, type Scope } from '#shared/programs/keys.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

type Answer = { isError?: boolean; content: { text: string }[] }

/** The arguments with which each tool is called, of a person with this id. */
const CALLS: Record<string, { scope: Scope; args: (id: string) => object }> = {
  read_figures: { scope: 'read', args: () => ({ range: '30d' }) },
  find_people: { scope: 'read', args: () => ({ sort: 'launch', limit: 2 }) },
  read_person: { scope: 'read', args: (id) => ({ id }) },
  list_reviews: { scope: 'read', args: () => ({}) },
  tag_people: { scope: 'write', args: (id) => ({ select: { ids: [id] }, tag: 'vip' }) },
  note_people: { scope: 'write', args: (id) => ({ select: { ids: [id] }, text: 'Called.' }) },
  decide: { scope: 'write', args: (id) => ({ select: { ids: [id] }, decision: 'reject' }) },
  preview_wave: { scope: 'read', args: () => ({ select: { count: 2 } }) },
  make_wave: {
    scope: 'invite',
    args: () => ({ select: { count: 1 }, subject: 'Your chair', text: 'It is your turn.' }),
  },
  preview_update: { scope: 'read', args: () => ({ filters: {} }) },
  draft_update: {
    scope: 'write',
    args: () => ({ subject: 'News', text: 'Hi {first_name|there}.', filters: {} }),
  },
  export_link: { scope: 'read', args: () => ({ industry: 'Barber' }) },
}

test('an agent lists and calls every tool; what changes something is previewed first, and needs its scope', async () => {
  await using app = await testApp({ productUrl: 'https://product.example' })
  const owner = await keyOwner(app)
  const people = await app.joinMany(3)
  const { id } = await app.entry(people[0]!.email)
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const all = await agent(url, (await owner.makeKey([...SCOPES])).key)
  const { tools } = await all.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort())

  for (const { name, annotations } of tools) {
    const args = CALLS[name]!.args(id)
    const before = await changesOf(app)
    const first = await call(all, name, args)
    expect([name, first.isError, Object.keys(first.answer).includes('preview')]).toEqual([
      name,
      false,
      !annotations!.readOnlyHint,
    ])
    expect([name, await changesOf(app)]).toEqual([name, before])
    if (annotations!.readOnlyHint) continue
    const made = await call(all, name, { ...args, confirm: true })
    expect([name, made.isError, await changesOf(app)]).toEqual([name, false, before + 1])
  }
  expect((await call(all, 'read_person', { id })).answer).toMatchObject({ tags: ['vip'], rejected: true })
  expect((await call(all, 'export_link', CALLS.export_link!.args(id))).answer).toEqual({
    url: 'http://localhost/admin/people?industry=Barber',
  })

  for (const scope of SCOPES) {
    const one = await agent(url, (await owner.makeKey([scope])).key)
    for (const [name, { scope: needed, args }] of Object.entries(CALLS)) {
      if (name === 'export_link') continue
      const isPreviewed = tools.some((tool) => tool.name === name && !tool.annotations!.readOnlyHint)
      const { isError, answer } = await call(one, name, { ...args(id), ...(isPreviewed && { confirm: true }) })
      expect([scope, name, isError]).toEqual([scope, name, scope !== needed])
      if (isError) expect(answer).toMatchObject({ error: { code: 'scope-needed' } })
    }
  }
  expect(await app.verify()).toEqual([])
})

test('an agent is told what is wrong with its arguments, and nothing without a key', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const reader = await agent(url, (await owner.makeKey(['read'])).key)
  const wrong = await reader.callTool({ name: 'find_people', arguments: { limit: 1000 } })
  expect(wrong.isError).toBe(true)
  expect((wrong as unknown as Answer).content[0]!.text).toContain('limit')
  expect((await call(reader, 'read_person', { id: '01990a5d-ac96-774b-bcce-b302099a8057' })).isError).toBe(true)
  await expect(agent(url, 'fc_wrong')).rejects.toMatchObject({ status: 401 })
})

test('whoever subscribes to changes is refused at once, and keeps no connection', async () => {
  await using app = await testApp()
  const { key } = await (await keyOwner(app)).makeKey(['read'])
  const version = '2026-07-28'
  const about = 'io.modelcontextprotocol/'
  const answer = await app.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'subscriptions/listen',
    },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          [`${about}protocolVersion`]: version,
          [`${about}clientInfo`]: { name: 'a test', version: '1' },
          [`${about}clientCapabilities`]: {},
        },
      },
    },
  })
  expect(answer.json()).toMatchObject({ error: { message: 'Subscription limit reached' } })
})

async function agent(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

async function call(client: Client, name: string, args: object) {
  const { isError = false, content } = (await client.callTool({ name, arguments: { ...args } })) as unknown as Answer
  const { text } = content[0]!
  if (text.startsWith('Input')) throw new Error(`${name}: ${text}`)
  return { isError, answer: JSON.parse(text) as object }
}

async function changesOf(app: TestApp): Promise<number> {
  const [{ count }] = await app.rows('select (select count(*) from acts) + (select count(*) from updates) as count')
  return Number(count)
}
