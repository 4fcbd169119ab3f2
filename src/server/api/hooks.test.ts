import { expect, test } from 'vitest'
import { EVENTS } from '#shared/programs/webhooks.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { fakeReceiver } from '../../../test/services/fake-receiver.ts'
import { testApp } from '../../../test/test-app.ts'

test('a program subscribes and unsubscribes by itself, and gets what its key allows', async () => {
  await using receiver = await fakeReceiver((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"success","id":"018f"}')
  })
  await using app = await testApp({ allowsPrivateHooks: true })
  const owner = await keyOwner(app)
  const plain = await owner.makeKey(['read'])
  const zap = await owner.makeKey(['read'], { name: 'Zapier', hook_fields: ['email', 'name'] })
  const hook = { url: receiver.url, events: ['entry.joined'] }
  const subscribe = async ({ call }: typeof plain) => (await call('POST', '/api/v1/hooks', hook)).json()
  const [one, two] = [await subscribe(plain), await subscribe(zap)]
  await app.join({ email: 'mia@example.com', full_name: 'Mia Moss' })
  await app.webhooks.deliver()
  const person = { id: (await app.entry('mia@example.com')).id, position: 1 }
  expect(receiver.payloads().map(({ data }) => data)).toEqual(
    expect.arrayContaining([person, { ...person, email: 'mia@example.com', name: 'Mia Moss' }]),
  )
  expect(receiver.received).toHaveLength(2)
  const { endpoints } = (await owner.get('/api/admin/endpoints')).json()
  expect(endpoints.map(({ name, fields }: { name: string; fields: string[] }) => [name, fields])).toEqual([
    ['Zapier', ['email', 'name']],
    ['A program', []],
  ])

  const remove = ({ call }: typeof plain, id: string) => call('DELETE', `/api/v1/hooks/${id}`)
  expect((await remove(plain, two.id)).statusCode).toBe(404)
  expect((await remove(plain, one.id)).statusCode).toBe(204)
  expect((await remove(plain, one.id)).statusCode).toBe(404)
  await owner.revoke(zap.id)
  expect((await owner.get('/api/admin/endpoints')).json().endpoints).toEqual([])
  await app.join()
  await app.webhooks.deliver()
  expect(receiver.received).toHaveLength(2)
  expect(await app.verify()).toEqual([])
})

test('a subscription ends with a 410 and with its key, and owners get no mail about it', async () => {
  await using receiver = await fakeReceiver(() => 410)
  await using app = await testApp({ allowsPrivateHooks: true })
  const owner = await keyOwner(app)
  const { call } = await owner.makeKey(['read'])
  const ending = await owner.makeKey(['read'], { days: 1 })
  const events = ['entry.joined']
  await call('POST', '/api/v1/hooks', { url: receiver.url, events })
  await app.join()
  await app.webhooks.deliver()
  await ending.call('POST', '/api/v1/hooks', { url: receiver.url, events })
  await app.rows('update api_keys set expires_at = now() where id = $1', ending.id)

  await app.webhooks.lookAfter()

  expect((await owner.get('/api/admin/endpoints')).json().endpoints).toEqual([])
  expect(await app.rows(`select from outbox where endpoint_id is not null`)).toEqual([])
})

test('a subscription needs the scope, a public address and known events, and there is a sample of each event', async () => {
  await using app = await testApp()
  const owner = await keyOwner(app)
  const { call } = await owner.makeKey(['read'])
  const add = (url: string, events: string[] = ['entry.joined']) => call('POST', '/api/v1/hooks', { url, events })
  const fields = async (answer: ReturnType<typeof add>) => Object.keys((await answer).json().error.fields)
  expect(await fields(add('http://hooks.example'))).toEqual(['url'])
  expect(await fields(add('https://127.0.0.1/hook'))).toEqual(['url'])
  expect(await fields(add('https://hooks.example', ['entry.born']))).toEqual(['events'])
  const writer = await owner.makeKey(['write'])
  const refused = await writer.call('POST', '/api/v1/hooks', { url: 'https://hooks.example', events: ['entry.joined'] })
  expect(refused.json().error.code).toBe('scope-needed')

  const reader = await owner.makeKey(['read'], { hook_fields: ['email'] })
  for (const event of EVENTS) {
    const [sample] = (await reader.call('GET', `/api/v1/hooks/samples?event=${event}`)).json()
    expect(sample).toMatchObject({ type: event, data: expect.any(Object) })
    expect([event, 'email' in sample.data]).toEqual([
      event,
      /^(entry|invitation)/.test(event) && event !== 'entry.erased',
    ])
  }
})
