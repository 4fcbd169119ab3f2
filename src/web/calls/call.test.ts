import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ROUTES } from '#shared/routes.ts'
import { call } from './call.ts'

const ANSWER = { act_id: '0199a1b2-0000-7000-8000-000000000000', warning: null }
const NOTE = { kind: 'note' as const, text: 'Likes mornings', select: { ids: [] as string[] } }

type Reply = () => Response | Promise<Response>
const done: Reply = () => Response.json(ANSWER, { status: 202 })
const lost: Reply = () => Promise.reject(new TypeError('Failed to fetch'))
const cut: Reply = () => new Response('{"act_id": "', { status: 202 })
const refused = (status: number, code: string): Reply => {
  return () => Response.json({ error: { code, message: 'In the words of the server.' } }, { status })
}
const busy = refused(409, 'key-busy')

/** The headers of each request so far. */
let asked: Headers[] = []

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers each request with the next of the replies, and later ones with the last. */
function answerWith(...replies: [Reply, ...Reply[]]) {
  asked = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers))
    return (replies[asked.length - 1] ?? replies.at(-1)!)()
  })
}

/** The outcome of the call, and the seconds until it came. */
async function outcomeOf(calling: Promise<unknown>) {
  const began = Date.now()
  const outcome = calling.then(
    (answer) => ({ answer, seconds: (Date.now() - began) / 1000 }),
    (error: unknown) => ({ error, seconds: (Date.now() - began) / 1000 }),
  )
  await vi.advanceTimersByTimeAsync(300_000)
  return outcome
}

test('an act whose answer is lost or cut, or that the server still works on, is asked for again with the same key', async () => {
  answerWith(lost, cut, busy, busy, busy, busy, refused(503, 'unavailable'), done)

  expect(await outcomeOf(call(ROUTES.createAct, NOTE))).toEqual({ answer: ANSWER, seconds: 1 + 3 + 4 * 2 + 6 })
  expect(new Set(asked.map((headers) => headers.get('idempotency-key'))).size).toBe(1)
  await outcomeOf(call(ROUTES.createAct, NOTE))
  expect(asked.at(-1)!.get('idempotency-key')).not.toBe(asked[0]!.get('idempotency-key'))
})

test('an act without any answer is given up, also if the server is busy with it for longer than a request takes', async () => {
  answerWith(lost)
  expect(await outcomeOf(call(ROUTES.createAct, NOTE))).toMatchObject({ error: { isUnanswered: true }, seconds: 10 })
  answerWith(busy)
  expect(await outcomeOf(call(ROUTES.createAct, NOTE))).toMatchObject({ error: { code: 'key-busy' }, seconds: 80 })
})

test('a refused act is asked for once', async () => {
  for (const [status, code] of [
    [400, 'invalid'],
    [409, 'key-reused'],
    [500, 'internal'],
  ] as const) {
    answerWith(refused(status, code), done)
    expect(await outcomeOf(call(ROUTES.createAct, NOTE))).toMatchObject({ error: { status, code } })
    expect(asked).toHaveLength(1)
  }
})

test('a call that may take effect twice is sent once', async () => {
  answerWith(cut, done)
  expect(await outcomeOf(call(ROUTES.undoAct, { id: ANSWER.act_id }))).toMatchObject({ error: { isUnanswered: true } })
  expect(asked.map((headers) => headers.get('idempotency-key'))).toEqual([null])
})
