import { askForLinks } from '../deliveries/mail/ask-for-links.ts'
import type { Networks } from '../base/config/visitor-address.ts'
import { findRequesters } from '../joining/requests.ts'
import { findIds } from '../people/find-person.ts'
import { inTransaction, type Pool } from '../db/query.ts'

type LinkRequests = {
  /** Returns at once and never fails, whether anybody has this address or not. */
  add: (email: string, from: Networks) => void
  stop: () => Promise<void>
}

type Request = { email: string; from: Networks }

type Dependencies = { pool: Pool; onFailure: (error: unknown) => void }

/** Requests share a transaction, so that the load does not reveal which of them found a person. */
const GATHERING_MS = 500
/** Keeps an attack from filling the memory. First those of the networks that ask most are dropped. */
const MOST_WAITING = 5_000
const KEPT_WAITING = 4_500
const MOST_AT_ONCE = 1_000

/**
 * Answers before it looks up the address, so that neither text nor timing shows whether it is known. A crash loses
 * the requests, and people must ask again.
 */
export function createLinkRequests({ pool, onFailure }: Dependencies): LinkRequests {
  const waiting = new Map<string, Request>()
  let working: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined

  function schedule() {
    if (waiting.size > 0) timer ??= setTimeout(() => void (working = work()), GATHERING_MS)
  }

  /** False if it failed: its requests wait for the next batch. */
  async function work(): Promise<boolean> {
    let isDone = true
    const turn = [...waiting].slice(0, MOST_AT_ONCE)
    try {
      await askForLinksTo(pool, [...new Set(turn.map(([, { email }]) => email))])
      for (const [key] of turn) waiting.delete(key)
    } catch (error) {
      onFailure(error)
      isDone = false
    }
    timer = undefined
    schedule()
    return isDone
  }

  return {
    add(email, from) {
      if (waiting.size >= MOST_WAITING) makeRoom(waiting, onFailure)
      waiting.set(keyOf({ email, from }), { email, from })
      schedule()
    },
    async stop() {
      clearTimeout(timer)
      await working
      clearTimeout(timer)
      while (waiting.size > 0 && (await work())) clearTimeout(timer)
      clearTimeout(timer)
    },
  }
}

/** A stranger who asks for the same address must not replace its owner's request. */
function keyOf({ email, from }: Request): string {
  return `${from.block} ${email}`
}

function makeRoom(waiting: Map<string, Request>, onFailure: Dependencies['onFailure']) {
  const kept = new Set(keepEvenly([...waiting.values()], KEPT_WAITING))
  onFailure(new Error(`${waiting.size - kept.size} requests for links were dropped: too many people asked at once`))
  for (const [key, request] of waiting) if (!kept.has(request)) waiting.delete(key)
}

async function askForLinksTo(pool: Pool, emails: string[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const requesters = await findRequesters(tx, emails)
    await askForLinks(tx, [...(await findIds(tx, emails)), ...requesters.map(({ id }) => id)])
  })
}

const LEVELS = ['provider', 'block', 'address'] as const

/** A network with many items loses some before one with few loses any. */
function keepEvenly<Item extends { from: Networks }>(items: Item[], most: number, level = 0): Item[] {
  if (items.length <= most) return items
  const name = LEVELS[level]
  if (name === undefined) return items.slice(0, most)
  const groups = [...Map.groupBy(items, ({ from }) => from[name]).values()].toSorted((a, b) => a.length - b.length)
  let left = most
  return groups.flatMap((group, index) => {
    const kept = keepEvenly(group, Math.ceil(left / (groups.length - index)), level + 1)
    left -= kept.length
    return kept
  })
}
