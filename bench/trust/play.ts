import { once } from 'node:events'
import { paths } from '#shared/paths.ts'
import type { Server } from '../processes.ts'
import type { Told } from './server.ts'
import type { Join } from './person.ts'

/** Joins within these milliseconds of made-up time are sent together. */
const SLOT_MS = 500
const AT_ONCE = 64

type Event = { at: number; run: () => Promise<unknown> }
export type Answer = { position: number; referral_code: string }

export function withCode(joins: Join[], code: string): Join[] {
  return joins.map((join) => ({ ...join, body: { ...join.body, used_referral_code: code } }))
}

export async function tell(server: Server, told: Told): Promise<void> {
  const heard = once(server.process, 'message')
  server.process.send(told)
  await heard
}

/** Lets these people join at their times, `begin` being the first. Returns the answer to each, in their order. */
export async function play(server: Server, joins: Join[], begin: number): Promise<Answer[]> {
  const stamps: (string | undefined)[] = []
  const answers: Answer[] = []
  const events = joins.flatMap(({ at, opened, address, body }, index): Event[] => [
    ...(opened === null
      ? []
      : [{ at: at - opened, run: async () => (stamps[index] = await openForm(server, address)) }]),
    { at, run: async () => (answers[index] = await join(server, address, { ...body, stamp: stamps[index] })) },
  ])
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

async function join(server: Server, address: string, body: object): Promise<Answer> {
  const answer = await fetch(server.address + paths.api.entries, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  if (answer.status > 201) throw new Error(`Joining answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}
