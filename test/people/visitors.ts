import type { JoinRequestInput, JoinResponse, StampResponse } from '#shared/joining/join.ts'
import { joinRequest, type TestApp } from '../test-app.ts'

type Visit = {
  /** The visitor's IP address; the app must trust a proxy on loopback. */
  from?: string
  /** Whether the visitor opens the form before joining; defaults to true. */
  opens?: boolean
}

/** A clock that the test moves. */
export function createClock() {
  let now = Date.now()
  return { now: () => new Date(now), pass: (ms: number) => (now += ms) }
}
export type Clock = ReturnType<typeof createClock>

const SHORTEST_MS = 35_000
const MEAN_PAUSE_MS = 120_000
let visitors = 0

/** Pseudo-random numbers from 0 to 1, the same in every run: the fractions of multiples of an irrational number. */
const fractionOf = (multiple: number) => multiple % 1

/**
 * Simulates a visitor who opens the form and joins. Each visitor has another network, other answers and another
 * duration, and comes after a pause of uneven length.
 */
export async function visit(
  { app, clock }: { app: TestApp['app']; clock: Clock },
  changes: Partial<JoinRequestInput> = {},
  { from, opens = true }: Visit = {},
): Promise<JoinResponse & { status: number; email: string }> {
  visitors += 1
  const answering = Math.round(SHORTEST_MS * Math.exp(1.5 * fractionOf(visitors * Math.SQRT2)))
  const network = `${20 + (visitors % 60)}.${Math.floor(visitors / 60) % 256}.${visitors % 251}.7`
  const headers = { 'x-forwarded-for': from ?? network }
  if (opens) clock.pass(-MEAN_PAUSE_MS * Math.log(1 - fractionOf(visitors * Math.E)))
  const stamp = opens
    ? (await app.inject({ url: '/api/waitlist/stamp', headers })).json<StampResponse>().stamp
    : undefined
  if (opens) clock.pass(answering)
  const request = joinRequest({
    business_name: `Salon ${visitors}`,
    other_problem: `The ${visitors}th trouble`,
    problems: ['Other'],
    elapsed_ms: answering + visitors,
    stamp,
    ...changes,
  })
  const answer = await app.inject({ method: 'POST', url: '/api/waitlist/entries', headers, payload: request })
  return { status: answer.statusCode, email: request.email, ...answer.json<JoinResponse>() }
}
