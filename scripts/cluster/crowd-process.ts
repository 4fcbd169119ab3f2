import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPeople } from '../../bench/load/person.ts'
import { openVisitors } from '../../bench/load/visitors.ts'
import { ROUTES } from '#shared/routes.ts'

/** Once everybody has an answer or has given up. Times in milliseconds. */
export type Met = {
  came: number
  joined: number
  /** Had to press the button again. `errors`: how often each occurred. */
  troubled: number
  errors: Record<string, number>
  longestWait: number
}

/** A person who reads an error presses the button again after this time. */
const READING_MS = { least: 2_000, most: 6_000 }
/** The time-out of the form in the browser. */
const PATIENCE_MS = 30_000
/** After the last arrival, people go on trying. */
const LAST_TRIES_MS = 60_000
const READY = 200

/**
 * A steady rate, whatever the answers. A person who gets an error submits the same again. Each acknowledgement becomes
 * a line of `file`: time, email, code, position.
 */
const [address = '', rate = '500', file = ''] = process.argv.slice(2)
const people = await createPeople(address)
const acknowledged = createWriteStream(file)
const { post, close } = await openVisitors(address, {
  path: ROUTES.join.path,
  ready: READY,
  patience: PATIENCE_MS,
})
const met: Met = { came: 0, joined: 0, troubled: 0, errors: {}, longestWait: 0 }
let ends = Infinity
process.on('message', () => (ends = performance.now()))

const began = performance.now()
const underWay = new Set<Promise<void>>()
process.send?.('joining')
while (performance.now() < ends) {
  const due = Math.floor(((performance.now() - began) / 1_000) * Number(rate))
  for (; met.came < due; met.came += 1) {
    const person = visit(people.next()).finally(() => underWay.delete(person))
    underWay.add(person)
  }
  await sleep(2)
}
await Promise.all(underWay)
close()
await new Promise<void>((resolve) => acknowledged.end(resolve))
process.send?.(met)
process.disconnect?.()

async function visit(body: string): Promise<void> {
  const came = performance.now()
  for (let tries = 1; performance.now() < ends + LAST_TRIES_MS; tries += 1) {
    const trouble = await attempt(body)
    if (!trouble) {
      met.joined += 1
      met.longestWait = Math.max(met.longestWait, performance.now() - came)
      return
    }
    if (tries === 1) met.troubled += 1
    met.errors[trouble] = (met.errors[trouble] ?? 0) + 1
    await sleep(READING_MS.least + Math.random() * (READING_MS.most - READING_MS.least))
  }
}

async function attempt(body: string): Promise<string | null> {
  try {
    const { status, body: text } = await post(body)
    if (status !== 200 && status !== 201) return `${status} ${codeOf(text)}`
    const { position, referral_code } = JSON.parse(text)
    const { email } = JSON.parse(body) as { email: string }
    acknowledged.write(`${Date.now()}\t${email}\t${referral_code}\t${position}\n`)
    people.remember(referral_code)
    return null
  } catch (error) {
    return error instanceof Error && error.message === 'no answer' ? 'no answer' : 'connection lost'
  }
}

/** A proxy answers with a page. */
function codeOf(text: string): string {
  try {
    return String(JSON.parse(text).error.code)
  } catch {
    return 'by the proxy'
  }
}
