import { setTimeout as pause } from 'node:timers/promises'
import type { ReviewInviter } from '#shared/list/reviews.ts'
import { MOST_AT_ONE_DOMAIN, PUBLIC_PROVIDERS } from '#site/trust.ts'
import type { FakeSmtp } from '../../test/services/fake-smtp.ts'
import type { Server } from '../processes.ts'
import type { Crowd } from './crowds.ts'
import { type Farm, SAME } from './farms.ts'
import type { Friend, openMeasure } from './measure.ts'
import { honestJoin, type Join } from './person.ts'
import { play, tell } from './play.ts'
import type { Chance } from './random.ts'

/** `reviews` returns all inviters under Review. `key`: of a program that may join people. */
export type Owner = { reviews: () => Promise<ReviewInviter[]>; key: string }

/** A list on which crowds and farms join one after the other, each with the code of somebody who joins just before. */
export type Stage = {
  server: Server
  measure: Awaited<ReturnType<typeof openMeasure>>
  /** Null without a mail server. */
  smtp: FakeSmtp | null
  mustConfirm: boolean
  chance: Chance
  taken: Set<string>
  owner: Owner
  /** The made-up time at which the next crowd begins. */
  begin: number
}

/** `counted`: how many of all friends have a counted credit. */
export type Count = { all: number; counted: number }

export type Outcome = {
  honest: {
    all: number
    rejected: number
    /** Before a confirmation, of friends without a mark: those among the first ten of the inviter, and all. */
    first: Count
    unmarked: Count
    /** After these friends and the inviter have confirmed. */
    pressed: Count
  }
  bots: Count & { marked: number; mostOfOne: number; pressed: number }
  /** For each mark: how many honest people and bots have it, and how many bots have no other mark. */
  marks: Map<string, { honest: number; bots: number; only: number }>
  /** Whether more than ten honest people share a domain of their own: the owner decides about such groups. */
  isAtOneDomain: boolean
  /** How many friends Review shows of the crowd's inviters. */
  review: number
}

const HOUR = 60 * 60_000
const FIRST = 10

export async function runCrowd(stage: Stage, crowd: Crowd | Farm): Promise<Outcome> {
  const { server, measure, chance, taken } = stage
  const inviter = honestJoin(chance, { at: HOUR, taken })
  const [answer] = await play(server, { joins: [{ ...inviter, opened: 60_000 }], begin: stage.begin })
  if (!answer) await pressMails(stage, [inviter.body.email])
  const code = await measure.codeOf(inviter.body.email)
  const begin = stage.begin + 2 * HOUR
  const joins = crowd.make({ chance, taken }).map((join) => named(join, crowd.name))
  const domains = new Set(joins.map(({ body }) => body.email.split('@').at(-1)!))
  if ('dead' in crowd && crowd.dead) await tell(server, { dead: [...domains].filter(crowd.dead) })
  await play(server, { joins, begin, code, key: stage.owner.key })
  stage.begin = begin + Math.max(...joins.map(({ at }) => at)) + HOUR
  const readers = joins.filter(({ isHonest, presses }) => isHonest || presses).map(({ body }) => body.email)
  if (stage.mustConfirm) await pressMails(stage, readers)
  await measure.settled()

  const emails = joins.map(({ body }) => body.email.toLowerCase())
  const before = await measure.friends(emails)
  const inviters = new Set(before.map(({ inviter_id }) => inviter_id))
  const shown = (await stage.owner.reviews()).filter(({ id }) => inviters.has(id))
  if (stage.smtp && !stage.mustConfirm) await measure.press([inviter.body.email, ...readers])
  return toOutcome({
    joins,
    before,
    after: await measure.friends(emails),
    review: shown.reduce((sum, { friends }) => sum + friends, 0),
  })
}

/** Makes the fixed answers of a farm different from those of other farms. */
function named(join: Join, name: string): Join {
  return join.body['business_name'] === SAME.business_name
    ? { ...join, body: { ...join.body, business_name: `${SAME.business_name} ${name.slice(0, 60)}` } }
    : join
}

type Seen = { joins: Join[]; before: Friend[]; after: Friend[]; review: number }

function toOutcome({ joins, before, after, review }: Seen): Outcome {
  const honest = new Set(joins.filter(({ isHonest }) => isHonest).map(({ body }) => body.email.toLowerCase()))
  const isHonest = ({ email }: Friend) => honest.has(email)
  const isBot = (friend: Friend) => !isHonest(friend)
  const isUnmarked = ({ marks }: Friend) => marks.length === 0
  const unmarked = before.filter(isUnmarked)
  const ofInviter = Map.groupBy(before.filter(isBot), ({ inviter_id }) => inviter_id)
  return {
    honest: {
      all: honest.size,
      rejected: after.filter((one) => isHonest(one) && one.is_rejected).length,
      // Friends who join by a key are not among the first ten.
      first: count(
        unmarked
          .filter((one) => !one.is_by_key)
          .slice(0, FIRST)
          .filter(isHonest),
      ),
      unmarked: count(unmarked.filter(isHonest)),
      pressed: count(after.filter((one) => isHonest(one) && isUnmarked(one))),
    },
    bots: {
      all: joins.length - honest.size,
      counted: count(before.filter(isBot)).counted,
      marked: before.filter((one) => isBot(one) && !isUnmarked(one)).length,
      mostOfOne: Math.max(0, ...[...ofInviter.values()].map((friends) => count(friends).counted)),
      pressed: count(after.filter(isBot)).counted,
    },
    marks: marksOf(before, isHonest),
    isAtOneDomain: isAtOneDomain([...honest]),
    review,
  }
}

const SHARED_DOMAINS = new Set(PUBLIC_PROVIDERS)

function isAtOneDomain(emails: string[]): boolean {
  const byDomain = Map.groupBy(emails, (email) => email.split('@').at(-1)!)
  return [...byDomain].some(([domain, some]) => some.length > MOST_AT_ONE_DOMAIN && !SHARED_DOMAINS.has(domain))
}

function count(friends: Friend[]): Count {
  return { all: friends.length, counted: friends.filter(({ state }) => state === 'counted').length }
}

function marksOf(friends: Friend[], isHonest: (friend: Friend) => boolean): Outcome['marks'] {
  const marks: Outcome['marks'] = new Map()
  for (const friend of friends)
    for (const mark of friend.marks) {
      const known = marks.get(mark) ?? { honest: 0, bots: 0, only: 0 }
      if (isHonest(friend)) known.honest += 1
      else known.bots += 1
      if (!isHonest(friend) && friend.marks.length === 1) known.only += 1
      marks.set(mark, known)
    }
  return marks
}

const LONGEST_WAIT_MS = 60_000

/** Presses the button in the mail to each of these people, which lets them join. */
async function pressMails({ server, smtp }: Stage, emails: string[]): Promise<void> {
  const left = new Set(emails)
  const began = performance.now()
  while (left.size > 0 && performance.now() - began < LONGEST_WAIT_MS) {
    for (const { to, text } of smtp!.mails) {
      const [email] = to as [string]
      const token = left.has(email) && /\/confirm\S*#(\S+)/.exec(text)?.[1]
      if (!token) continue
      left.delete(email)
      const headers = { authorization: `Bearer ${token}` }
      await fetch(`${server.address}/api/place/confirm`, { method: 'POST', headers })
    }
    await pause(100)
  }
}
