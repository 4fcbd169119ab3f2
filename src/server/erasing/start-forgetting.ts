import type pg from 'pg'
import { giveUpRemains } from '../deliveries/erasing/remains-queries.ts'
import { dropAddresses } from '../joining/erased-addresses.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = { pool: pg.Pool; retentionDays: number; onError: (error: Error) => void }

/** Deletes what is kept of erased people once `retentionDays` are over, at the start and every hour. */
export function startForgetting({ pool, retentionDays, onError }: Dependencies): { stop: () => Promise<void> } {
  let running = forget()
  const timer = setInterval(() => (running = forget()), HOUR_MS)

  async function forget() {
    await dropAddresses(pool, retentionDays).catch(onError)
    await giveUpRemains(pool, retentionDays).catch(onError)
  }

  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
