import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { DeliveryError } from './delivery-error.ts'
import { createCall } from './newsletter.ts'

/** Calls a service that answers like this. */
async function callTo(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const call = createCall({
    name: 'Kit',
    apiKey: 'a secret key',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: { 'x-kit-api-key': 'a secret key' },
    rights: '',
    reasonOf: () => undefined,
  })
  return {
    call,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

test.each([301, 302, 303, 307, 308])(
  'a redirect with status %i is a failure, and the key does not follow it',
  async (status) => {
    const paths: string[] = []
    await using service = await callTo(({ url }, response) => {
      paths.push(url!)
      response.writeHead(url === '/elsewhere' ? 200 : status, { location: '/elsewhere' }).end('{}')
    })
    await expect(service.call('POST', '/subscribers', { email: 'ada@example.com' })).rejects.toThrow(
      new DeliveryError('failed', `Kit failed (status ${status}).`),
    )
    expect(paths).toEqual(['/subscribers'])
  },
)

test('an answer without an end is left before it fills the memory', async () => {
  let isOpen = true
  await using service = await callTo((_request, response) => {
    response.on('close', () => (isOpen = false)).writeHead(200)
    const more = () => {
      while (isOpen && response.write('x'.repeat(64_000)));
      if (isOpen) response.once('drain', more)
    }
    more()
  })
  await expect(service.call('GET', '/tags')).rejects.toBeInstanceOf(DeliveryError)
  await expect.poll(() => isOpen).toBe(false)
})

test('an answer in several parts is read whole, with letters that are cut in two', async () => {
  await using service = await callTo((_request, response) => {
    const [first, ...rest] = Buffer.from('"é"').toJSON().data
    response.write(Buffer.from([first!, rest[0]!]))
    setImmediate(() => response.end(Buffer.from(rest.slice(1))))
  })
  expect(await service.call('GET', '/tags')).toMatchObject({ body: 'é' })
})
