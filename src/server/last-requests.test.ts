import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { longTest } from '../../test/runs.ts'
import { createDatabase } from '../../test/servers/database.ts'
import { until } from '../../test/servers/process.ts'
import { addressOf, databaseOf, startServer } from '../../test/servers/server.ts'

const CLIENTS = 32

test('a request in flight is not cut by SIGINT', () => expectNoCut('SIGINT'))
longTest('a request in flight is not cut by SIGTERM', () => expectNoCut('SIGTERM'))

async function expectNoCut(signal: NodeJS.Signals) {
  const { connection, drop } = await createDatabase()
  try {
    await using server = startServer({ ...databaseOf(connection), RATE_LIMIT: 'off' })
    const address = await addressOf(server)
    const faults = new Set<string>()
    let answers = 0
    const clients = Array.from({ length: CLIENTS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let outcome: string
      do {
        outcome = await ask(`${address}/api/waitlist/count`, agent)
        answers += 1
      } while (outcome === '200')
      faults.add(outcome)
      agent.destroy()
    })
    await until(() => answers > 500)
    server.child.kill(signal)
    await Promise.all(clients)
    expect(await server.end).toMatchObject({ code: 0, stderr: '' })
    // New connections are refused once the server has stopped listening.
    expect([...faults]).toEqual(['ECONNREFUSED'])
  } finally {
    await drop()
  }
}

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    request(url, { agent }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve(String(answer.statusCode)))
        .on('error', (error: NodeJS.ErrnoException) => resolve(`cut: ${error.code}`))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })
}
