import { createPeople } from './person.ts'
import { percentile } from '../statistics.ts'
import { openVisitors } from './visitors.ts'
import { ROUTES } from '#shared/routes.ts'

/** Times in milliseconds, from the moment at which each person was due. */
export type ArrivalsResult = {
  came: number
  joined: number
  refused: number
  failed: number
  p50: number
  p95: number
  p99: number
  longest: number
  refusedP50: number
  refusedP99: number
  /** Pairs in which the person who came a tenth of a second later got a better position. */
  overtaken: number
  /** Milliseconds from the first arrival to the last answer. */
  took: number
}

const TOGETHER_MS = 100

/** `warmUp`: seconds whose times do not count. */
const [address = '', perSecond = '1000', seconds = '5', ready = '500', warmUp = '0'] = process.argv.slice(2)
const total = Math.round(Number(perSecond) * Number(seconds))
const people = await createPeople(address)
// A person who joins has loaded the page before, so this many connections are open already.
const { post, close } = await openVisitors(address, { path: ROUTES.join.path, ready: Number(ready) })
const joined: { due: number; position: number; time: number }[] = []
const refusals: number[] = []
let failed = 0

const began = performance.now()
const answers: Promise<void>[] = []
while (answers.length < total) {
  const elapsed = Math.floor(performance.now() - began)
  const due = Math.min(total, Math.floor((elapsed / 1_000) * Number(perSecond)) + 1)
  while (answers.length < due) answers.push(arrive(dueAt(answers.length)))
  await new Promise((resolve) => setTimeout(resolve, 1))
}
await Promise.all(answers)
const took = performance.now() - began
close()
const counted = began + Number(warmUp) * 1_000
const times = joined.filter(({ due }) => due >= counted).map(({ time }) => time)
process.send?.({
  came: total,
  joined: joined.length,
  refused: refusals.length,
  failed,
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
  longest: percentile(times, 1),
  refusedP50: percentile(refusals, 0.5),
  refusedP99: percentile(refusals, 0.99),
  overtaken: countOvertaken(),
  took,
} satisfies ArrivalsResult)

/** Whole milliseconds: a timer is not more precise. */
function dueAt(index: number): number {
  return began + Math.ceil((index / Number(perSecond)) * 1_000)
}

async function arrive(due: number): Promise<void> {
  try {
    const { status, body } = await post(people.next())
    const time = performance.now() - due
    if (status === 201) {
      const { position, referral_code } = JSON.parse(body)
      joined.push({ due, position, time })
      people.remember(referral_code)
    } else if (status === 503) refusals.push(time)
    else fail(`${status} ${body}`)
  } catch (error) {
    fail(String(error))
  }
}

function fail(reason: string) {
  if (failed === 0) console.error(reason)
  failed += 1
}

function countOvertaken(): number {
  const inOrder = joined.toSorted((a, b) => a.due - b.due)
  let first = 0
  let lastPosition = 0
  let overtaken = 0
  for (const { due, position } of inOrder) {
    for (; inOrder[first]!.due < due - TOGETHER_MS; first += 1) {
      lastPosition = Math.max(lastPosition, inOrder[first]!.position)
    }
    if (position < lastPosition) overtaken += 1
  }
  return overtaken
}
