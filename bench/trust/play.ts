import { once } from 'node:events'
import { paths } from '#shared/site/paths.ts'
import type { Server } from '../processes.ts'
import type { Told } from './server.ts'
import type { Join } from './person.ts'

/** Joins within these milliseconds of made-up time are sent together. */
const SLOT_MS = 500
const AT_ONCE = 64

type Event = { at: number; run: () => Promise<unknown> }
type Answer = { position: number; referral_code: string }

export async function tell(server: Server, told: Told): Promise<void> {
  const heard = once(server.process, 'message')
  server.process.send(told)
  await heard
}

/**
 * Sends these joins at their times, counted from `begin`, with `code` or the code of an earlier person. `key`: of the
 * owner's program. Returns the answers in the order of `joins`; null if the server asks for a proof of work or for a
 * confirmation.
 */
export async function play(
  server: Server,
  { joins, begin, code, key }: { joins: Join[]; begin: number; code?: string | undefined; key?: string },
): Promise<(Answer | null)[]> {
  const stamps: (string | undefined)[] = []
  const answers: (Answer | null)[] = []
  const codeOf = ({ invitedBy }: Join) => (invitedBy === undefined ? code : (answers[invitedBy]?.referral_code ?? code))
  const events = joins.flatMap((one, index): Event[] => {
    const { at, opened, address, body } = one
    const send = () => {
      const request = { ...body, used_referral_code: codeOf(one), stamp: stamps[index] }
      return one.isByKey
        ? post(server.address + API_ENTRIES, { authorization: `Bearer ${key}`, 'idempotency-key': body.email }, request)
        : post(server.address + paths.api.entries, { 'x-forwarded-for': address }, request)
    }
    return [
      ...(opened === null
        ? []
        : [{ at: at - opened, run: async () => (stamps[index] = await openForm(server, address)) }]),
      { at, run: async () => (answers[index] = await send()) },
    ]
  })
  const slots = Map.groupBy(
    events.sort((one, other) => one.at - other.at),
    ({ at }) => Math.floor(at / SLOT_MS),
  )
  for (const [slot, happening] of slots) {
    await tell(server, { now: begin + slot * SLOT_MS })
    for (let first = 0; first < happening.length; first += AT_ONCE)
      await Promise.all(happening.slice(first, first + AT_ONCE).map(({ run }) => run()))
  }
  return answers
}

async function openForm(server: Server, address: string): Promise<string> {
  const answer = await fetch(server.address + paths.api.stamp, { headers: { 'x-forwarded-for': address } })
  return ((await answer.json()) as { stamp: string }).stamp
}

const API_ENTRIES = `${paths.api.v1}/entries`
const NOT_YET = [202, 428]

async function post(url: string, headers: Record<string, string>, body: object): Promise<Answer | null> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (NOT_YET.includes(answer.status)) return null
  if (answer.status > 201) throw new Error(`Joining answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}
