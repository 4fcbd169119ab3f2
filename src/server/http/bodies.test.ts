import { expect, test } from 'vitest'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'

test('a JSON body that is not UTF-8 is refused at each route, and nothing of it is stored', async () => {
  await using app = await testApp()
  const { id } = await app.join({ email: 'zoe@salon.example' }).then(() => app.entry('zoe@salon.example'))
  const owner = await keyOwner(app)
  const { key } = await owner.makeKey(['write', 'join'])
  const headers = { authorization: `Bearer ${key}`, cookie: owner.cookie }
  const send = (method: 'POST' | 'PATCH', url: string, text: string, type = 'application/json') =>
    app.app.inject({ method, url, headers: { ...headers, 'content-type': type }, payload: Buffer.from(text, 'latin1') })
  const joining = JSON.stringify(joinRequest({ email: 'zoë@salon.example' }))
  for (const answer of [
    await send('PATCH', `/api/v1/entries/${id}`, '{"add_tag":"café"}'),
    await send('PATCH', `/api/v1/entries/${id}`, '{"note":"café"}', 'application/json; charset=iso-8859-1'),
    await send('POST', '/api/v1/entries', joining),
    await send('POST', '/api/waitlist/entries', joining),
    await send('POST', '/api/contact', '{"name":"Zoë","email":"z@salon.example","message":"Hi"}'),
    await send('POST', '/api/admin/keys', '{"name":"café","scopes":["read"]}'),
  ])
    expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { body: 'must be UTF-8' }])
  expect(await app.rows('select from entry_tags')).toEqual([])
  expect(await app.rows('select from waitlist_entries')).toHaveLength(1)
  // The same text as UTF-8, with the mark that some programs write before it.
  const marked = await app.app.inject({
    method: 'PATCH',
    url: `/api/v1/entries/${id}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: Buffer.from('\ufeff{"note":"café zoë"}'),
  })
  expect(marked.statusCode).toBe(200)
})

test('a DELETE that names a type but has no body works, and a body that is needed is asked for', async () => {
  await using app = await testApp()
  await app.join({ email: 'ada@salon.example' })
  const { id } = await app.entry('ada@salon.example')
  const { key } = await (await keyOwner(app)).makeKey(['erase', 'join'])
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const erasing = await app.app.inject({ method: 'DELETE', url: `/api/v1/entries/${id}`, headers })
  expect([erasing.statusCode, erasing.json().error]).toEqual([202, undefined])
  const joining = await app.app.inject({ method: 'POST', url: '/api/v1/entries', headers })
  expect([joining.statusCode, joining.json().error.fields]).toEqual([400, { body: 'must be a JSON object' }])
})

test('the API is found with a slash at the end, and parameters that nobody filled in count as not given', async () => {
  await using app = await testApp()
  await app.joinMany(2)
  const program = await (await keyOwner(app)).makeKey(['read'])
  const list = await program.call('GET', '/api/v1/entries/?limit=&cursor=&industry=')
  expect([list.statusCode, list.json().entries?.length]).toEqual([200, 2])
  expect((await program.call('GET', '/api/v1/entries/?limit=x')).json().error.fields).toHaveProperty('limit')
})

test('a slash at the end of an address of the API is left out, but not that of a search, and many cost no time', async () => {
  await using app = await testApp()
  await app.join({ email: 'ada@salon.example' })
  const program = await (await keyOwner(app)).makeKey(['read'])
  const found = async (q: string) => (await program.call('GET', `/api/v1/entries/?q=${q}`)).json().entries.length
  expect([await found('ada'), await found('ada/')]).toEqual([1, 0])

  const began = performance.now()
  const answer = await app.app.inject(`/api/v1/${'/'.repeat(15_000)}x`)
  expect(answer.statusCode).toBe(401)
  expect(performance.now() - began).toBeLessThan(200)
})
