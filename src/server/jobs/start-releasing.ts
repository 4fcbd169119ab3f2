import type pg from 'pg'
import { BEAT_SECONDS } from './queues.ts'
import { findSilent, releaseJobs } from './release-queries.ts'

type Dependencies = { pool: pg.Pool; onError: (error: Error) => void }

/**
 * Gives the jobs of a dead server to the others within half a minute. A job is only released if two looks in a row find
 * it silent. After the machine sleeps or the database is unavailable, every server can thus send a heartbeat between
 * the two looks.
 */
export function startReleasing({ pool, onError }: Dependencies): { stop: () => Promise<void> } {
  let suspects: string[] = []
  let running = look()
  const timer = setInterval(() => (running = look()), BEAT_SECONDS * 1_000)

  async function look() {
    try {
      if (suspects.length > 0) await releaseJobs(pool, suspects)
      suspects = await findSilent(pool)
    } catch (error) {
      suspects = []
      onError(error as Error)
    }
  }

  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
