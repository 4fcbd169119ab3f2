import { once } from 'node:events'
import type { Server } from '../processes.ts'
import type { Join } from './person.ts'
import type { Told } from './server.ts'
import { ROUTES } from '#shared/routes.ts'

/** Joins within these milliseconds of made-up time are sent together. */
const SLOT_MS = 500
const AT_ONCE = 64

type Playing = { joins: Join[]; begin: number; code?: string; rival?: string; key?: string }
type Answer = { referral_code: string }

/**
 * Sends these joins at their times, counted from `begin`. `key`: of the owner's program. Returns the answers in the order
 * of `joins`; null if the server asks for a proof of work or for a confirmation.
 */
export async function play(server: Server, { joins, begin, code, rival, key }: Playing): Promise<(Answer | null)[]> {
  const stamps: (string | undefined)[] = []
  const answers: (Answer | null)[] = []
  const codeOf = ({ invitedBy, isRivals }: Join) =>
    isRivals ? rival : ((invitedBy === undefined ? null : answers[invitedBy]?.referral_code) ?? code)
  const events = joins.flatMap((join, index) => {
    const { at, opened, address, body, isByKey } = join
    const open = async () => (stamps[index] = await openForm(server, address))
    const send = async () => {
      const request = { ...body, used_referral_code: codeOf(join), stamp: stamps[index] }
      const from = { 'x-forwarded-for': address }
      answers[index] = isByKey
        ? await post(
            `${server.address}/api/v1/entries`,
            { authorization: `Bearer ${key}`, 'idempotency-key': body.email },
            request,
          )
        : await post(server.address + ROUTES.join.path, from, request)
    }
    return [...(opened === null ? [] : [{ at: at - opened, run: open }]), { at, run: send }]
  })
  const slots = Map.groupBy(
    events.sort((one, other) => one.at - other.at),
    ({ at }) => Math.floor(at / SLOT_MS),
  )
  for (const [slot, happening] of slots) {
    const heard = once(server.process, 'message')
    server.process.send((begin + slot * SLOT_MS) satisfies Told)
    await heard
    for (let first = 0; first < happening.length; first += AT_ONCE)
      await Promise.all(happening.slice(first, first + AT_ONCE).map(({ run }) => run()))
  }
  return answers
}

async function openForm(server: Server, address: string): Promise<string> {
  const answer = await fetch(server.address + ROUTES.formStamp.path, { headers: { 'x-forwarded-for': address } })
  return ((await answer.json()) as { stamp: string }).stamp
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<Answer | null> {
  const json = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
  if ([202, 428].includes(answer.status)) return null
  if (answer.status > 201) throw new Error(`Joining answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}
