import type { Lists } from '../lists.ts'
import { type Server, startServer } from '../processes.ts'
import { arrivals } from './crowds.ts'
import { openMeasure } from './measure.ts'
import { fromOwnForm } from './newer-crowds.ts'
import { poison } from './newer-farms.ts'
import { DEAD_TYPOS, honestJoin, type Join } from './person.ts'
import { play, tell, withCode } from './play.ts'
import { createChance } from './random.ts'

export const BEGIN = Date.parse('2025-03-01T09:00:00Z')
const HOUR = 60 * 60_000
export const DAY = 24 * HOUR

export type ListKind =
  | 'grown'
  | 'of twenty'
  | 'imported, without traces'
  | 'poisoned from one network'
  | 'poisoned from sixty networks'
  | 'of an own form without stamps'

/** A list before a crowd or a farm comes, and the inviter whose code it uses. */
export type Prepared = {
  list: string
  seed: number
  taken: Set<string>
  code: string
  friends: Join[]
  before: number
}

/** `people` joined over `days`. `inviter` is the number of the one who is watched, and `friends` how many honest friends they had before. */
const GROWN = { people: 900, days: 7, inviter: 872, friends: 5 }
const TWENTY = { people: 20, days: 2, inviter: 18, friends: 2 }
const IMPORTED = { people: 3_000, inviter: 2_900 }

/** A list with its people and the inviter's earlier friends, as it was before anything happened. */
export async function prepareList(lists: Lists, kind: ListKind, seed: number): Promise<Prepared> {
  const list = `${kind.replaceAll(/\W/g, '-')}-${seed}`
  const chance = createChance(seed)
  const taken = new Set<string>()
  if (kind === 'imported, without traces') {
    await lists.prepare(list, IMPORTED.people)
    await using server = await startJudged(lists, list)
    void server
    await using measure = await openMeasure(lists.dataDir(list))
    const code = await measure.codeAt(IMPORTED.inviter)
    return { list, seed, taken, code, friends: [], before: await measure.position(code) }
  }

  await lists.prepare('empty')
  lists.copy('empty', list)
  await using server = await startJudged(lists, list)
  const honest = (count: number, span: number) =>
    arrivals({ chance, count, span }).map((at) => honestJoin(chance, { at, taken }))
  const { people, days, inviter, friends: earlier } = kind === 'grown' ? GROWN : TWENTY
  const joined = await play(server, honest(people, days * DAY), BEGIN)
  const { referral_code: code } = joined[inviter]!
  const friends = honest(earlier, 3 * DAY)
  await play(server, withCode(friends, code), BEGIN + 7 * DAY)
  await play(server, before(), BEGIN + 9 * DAY)
  await using measure = await openMeasure(lists.dataDir(list))
  await measure.settled()
  return { list, seed, taken, code, friends, before: await measure.position(code) }

  function before(): Join[] {
    const making = { chance, taken }
    if (kind === 'poisoned from one network') return poison(making, { networks: 1, count: 60, span: HOUR / 60 })
    if (kind === 'poisoned from sixty networks') return poison(making, { networks: 60, count: 60, span: HOUR / 2 })
    return kind === 'of an own form without stamps' ? fromOwnForm(making, { count: 200, span: DAY * 0.8 }) : []
  }
}

/** A server whose clock and whose mail domains are made up. */
export async function startJudged(lists: Lists, list: string): Promise<Server> {
  const server = await startServer('./bench/trust/server.ts', { ...lists.settings(list), TRUST_PROXY: 'loopback' })
  await tell(server, { dead: DEAD_TYPOS })
  return server
}
