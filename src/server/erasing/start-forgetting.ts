import type pg from 'pg'
import { giveUpRemains } from '../deliveries/erasing/remains-queries.ts'
import { dropAddresses } from '../joining/erased-addresses.ts'
import { dropChanges } from '../people/email-changes.ts'
import { forgetOld } from './forget-old.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = {
  pool: pg.Pool
  retentionDays: number
  confirmDays: number
  /** Forget what folders that know this one keep for as long. */
  alsoDrop?: ((pool: pg.Pool, days: number) => Promise<void>)[]
  /** Whether the clock has gone steadily for a while: a wrong date must not cost anybody's history. */
  isClockSteady: () => Promise<boolean>
  onError: (error: Error) => void
}

/** Deletes data whose time is over, at the start and every hour. */
export function startForgetting({
  pool,
  retentionDays,
  confirmDays,
  alsoDrop = [],
  isClockSteady,
  onError,
}: Dependencies): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  let running = forget()
  const timer = setInterval(() => (running = forget()), HOUR_MS)

  async function forget() {
    await dropAddresses(pool, retentionDays).catch(onError)
    await giveUpRemains(pool, retentionDays).catch(onError)
    await dropChanges(pool, confirmDays).catch(onError)
    await forgetHistory().catch(onError)
  }

  async function forgetHistory() {
    if (!(await isClockSteady())) return
    await forgetOld({ pool, days: retentionDays, signal: stopping.signal })
    for (const drop of alsoDrop) await drop(pool, retentionDays)
  }

  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
