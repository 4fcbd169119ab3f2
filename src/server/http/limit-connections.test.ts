import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/servers/database.ts'
import { start } from '../../../test/servers/process.ts'
import { addressOf, databaseOf, MAIN } from '../../../test/servers/server.ts'
import { joinRequest } from '../../../test/test-app.ts'

test('a server with a low limit of open files says so, serves as many connections as it can, and counts the refused ones', async () => {
  const database = await createDatabase()
  const sockets: Socket[] = []
  try {
    await using server = start(['sh', '-c', 'ulimit -n 256 && exec "$0" "$1"', process.execPath, MAIN], {
      env: { ...databaseOf(database.connection), RATE_LIMIT: 'off' },
    })
    expect(await server.line(/files open/)).toContain(
      'This process may have 256 files open, so at most 160 connections at a time.',
    )
    const address = await addressOf(server)
    const port = Number(new URL(address).port)

    let closed = 0
    for (let count = 0; count < 300; count += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      sockets.push(socket.resume().on('close', () => (closed += 1)))
      await once(socket, 'connect')
    }
    await expect.poll(() => closed).toBe(140)
    expect(await server.line(/connection was refused/)).toContain('because 160 are open')
    sockets.splice(0).forEach((socket) => socket.destroy())

    const body = JSON.stringify(joinRequest())
    const headers = { 'content-type': 'application/json' }
    const joins = () => fetch(`${address}/api/waitlist/entries`, { method: 'POST', headers, body }).catch(() => null)
    await expect.poll(async () => (await joins())?.status).toBe(201)

    server.child.kill('SIGINT')
    const { stdout } = await server.end
    expect(stdout).toMatch(/\d\d+ more connections were refused, because 160 were open/)
    expect(stdout.match(/refused/g)!.length).toBe(2)
  } finally {
    sockets.forEach((socket) => socket.destroy())
    await database.drop()
  }
})
