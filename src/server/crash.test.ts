import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import { start, until } from '../../test/servers/process.ts'
import { isLong } from '../../test/runs.ts'
import { joinRequest } from '../../test/test-app.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const VERIFY = join(import.meta.dirname, 'cli/verify.ts')
const VISITORS = 16

test('after a kill -9 in the middle of a crowd every answered person is on the list, and the list passes verification', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'firstchair-crash-'))
  const env = { DATA_DIR, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }
  try {
    const answered: { request: JoinRequestInput; answer: JoinResponse }[] = []
    for (let crash = 0; crash < (isLong ? 3 : 1); crash += 1) {
      const server = start([process.execPath, MAIN], { env })
      const address = await addressOf(server)
      const wanted = answered.length + 200
      const crowd = Array.from({ length: VISITORS }, () => joinUntilItFails(address, answered))
      await until(() => answered.length > wanted)
      server.child.kill('SIGKILL')
      await Promise.all([...crowd, server.end])
    }

    await using server = start([process.execPath, MAIN], { env })
    const address = await addressOf(server)
    // Sends retries in parallel, because the server waits for several joins to share a transaction.
    for (let at = 0; at < answered.length; at += VISITORS) {
      const retries = answered.slice(at, at + VISITORS).map(async ({ request, answer }) => {
        expect((await post(address, request)).body).toEqual(answer)
      })
      await Promise.all(retries)
    }
    expect(new Set(answered.map(({ answer }) => answer.position)).size).toBe(answered.length)
    expect(await start([process.execPath, VERIFY], { env }).end).toMatchObject({ code: 0 })
  } finally {
    await rm(DATA_DIR, { recursive: true, force: true })
  }
})

async function addressOf(server: ReturnType<typeof start>): Promise<string> {
  return /http:\S+/.exec(await server.line(/http:/))![0]
}

/** Sends one visitor after another until the server is gone. */
async function joinUntilItFails(address: string, answered: { request: JoinRequestInput; answer: JoinResponse }[]) {
  for (;;) {
    const used_referral_code = answered.at(-1)?.answer.referral_code
    const request = joinRequest({ submission_id: crypto.randomUUID(), used_referral_code })
    const outcome = await post(address, request).catch(() => null)
    if (!outcome) return
    expect(outcome.status).toBe(201)
    answered.push({ request, answer: outcome.body })
  }
}

async function post(address: string, request: JoinRequestInput): Promise<{ status: number; body: JoinResponse }> {
  const response = await fetch(`${address}/api/waitlist/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  return { status: response.status, body: (await response.json()) as JoinResponse }
}
