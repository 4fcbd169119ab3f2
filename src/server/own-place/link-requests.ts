import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { askForLinks } from '../deliveries/mail/ask-for-links.ts'
import { keepEvenly } from '../http/keep-evenly.ts'
import type { Networks } from '../config/visitor-address.ts'
import { findRequesters } from '../joining/requests.ts'
import { findIds } from '../people/find-person.ts'

export type LinkRequests = {
  /** Returns at once and never fails, whether anybody has this address or not. `from`: the networks of the visitor. */
  add: (email: string, from: Networks) => void
  /** Carries out the requests that are left. */
  stop: () => Promise<void>
}

type Request = { email: string; from: Networks }

type Dependencies = { pool: pg.Pool; onFailure: (error: unknown) => void }

/**
 * The requests that come within this time share a transaction, so that the load does not reveal which of them found a
 * person.
 */
const GATHERING_MS = 500
/**
 * The limit that keeps an attack from filling the memory. Above it, requests are dropped until `KEPT_WAITING` are left,
 * first those of the networks that ask most.
 */
const MOST_WAITING = 5_000
const KEPT_WAITING = 4_500
const MOST_AT_ONCE = 1_000

/**
 * Takes requests for the link to a person's own place. It answers before it looks up the address, so neither the text
 * nor the timing shows whether the address is known. Requests wait in memory, so a crash loses them, and people must
 * ask again.
 */
export function createLinkRequests({ pool, onFailure }: Dependencies): LinkRequests {
  const waiting = new Map<string, Request>()
  let working: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined

  function schedule() {
    if (waiting.size > 0) timer ??= setTimeout(() => void (working = work()), GATHERING_MS)
  }

  /** Carries out one batch. Returns false if it failed: then its requests wait for the next batch. */
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

/** Includes the network, so that a stranger who asks for the same address does not replace its owner's request. */
function keyOf({ email, from }: Request): string {
  return `${from.block} ${email}`
}

function makeRoom(waiting: Map<string, Request>, onFailure: Dependencies['onFailure']) {
  const kept = new Set(keepEvenly([...waiting.values()], KEPT_WAITING))
  onFailure(new Error(`${waiting.size - kept.size} requests for links were dropped: too many people asked at once`))
  for (const [key, request] of waiting) if (!kept.has(request)) waiting.delete(key)
}

/** Asks for the mails to the people with these addresses. Nothing happens for an unknown address. */
async function askForLinksTo(pool: pg.Pool, emails: string[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const requesters = await findRequesters(tx, emails)
    await askForLinks(tx, [...(await findIds(tx, emails)), ...requesters.map(({ id }) => id)])
  })
}
