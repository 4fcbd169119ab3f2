import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { askForLinks } from '../deliveries/mail/ask-for-links.ts'
import { findIds } from '../people/find-person.ts'

export type LinkRequests = {
  /** Returns at once and never fails, whether anybody has this address or not. */
  add: (email: string) => void
  /** Carries out what is left. */
  stop: () => Promise<void>
}

type Dependencies = { pool: pg.Pool; onFailure: (error: unknown) => void }

/** The requests of this time share a transaction, so that the load does not tell which of them found somebody. */
const GATHERING_MS = 500
/** Beyond that, requests are dropped: an attack must not fill the memory. */
const MOST_WAITING = 5_000
const MOST_AT_ONCE = 200

/**
 * People who ask for the link to their own place. The answer comes before anybody looks whether the address is known, so
 * neither its words nor its time tell. Requests wait in memory: what a crash loses, its person asks for again.
 */
export function createLinkRequests({ pool, onFailure }: Dependencies): LinkRequests {
  const waiting = new Set<string>()
  let working: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function schedule() {
    if (waiting.size > 0) timer ??= setTimeout(() => void (working = work()), GATHERING_MS)
  }

  async function work() {
    const emails = [...waiting].slice(0, MOST_AT_ONCE)
    try {
      await inTransaction(pool, async (tx) => askForLinks(tx, await findIds(tx, emails)))
      for (const email of emails) waiting.delete(email)
    } catch (error) {
      onFailure(error)
    }
    timer = undefined
    schedule()
  }

  return {
    add(email) {
      if (waiting.size < MOST_WAITING) waiting.add(email)
      schedule()
    },
    async stop() {
      clearTimeout(timer)
      await working
      clearTimeout(timer)
      if (waiting.size > 0) await work()
      clearTimeout(timer)
    },
  }
}
