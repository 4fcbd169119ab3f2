import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

test('a request that arrives slowly is ended within two minutes, in its head or in its body, and others are served', async () => {
  await using app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const trickle = async (head: string) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    await once(socket, 'connect')
    socket.write(head)
    const more = setInterval(() => socket.write('x'), 1_000)
    const began = performance.now()
    const answer = await text(socket)
    clearInterval(more)
    return { answer, seconds: (performance.now() - began) / 1_000 }
  }
  const post = 'POST /api/waitlist/entries HTTP/1.1\r\nhost: one.example\r\n'

  const slow = Promise.all([
    trickle(`${post}x-slow: `),
    trickle(`${post}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`),
  ])
  await app.joinMany(2)

  for (const { answer, seconds } of await slow) {
    expect(answer).toMatch(/HTTP\/1\.1 408 /)
    expect(seconds).toBeLessThan(120)
  }
})
