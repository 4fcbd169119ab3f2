import type pg from 'pg'
import { BEAT_SECONDS } from './queues.ts'
import { findSilent, releaseJobs } from './release-queries.ts'

type Dependencies = { pool: pg.Pool; onError: (error: Error) => void }

/**
 * Gives the jobs of a server that is gone to the others, within half a minute of its end. A job is only released when
 * two looks in a row find it silent: after a machine has slept, or the database was away, every server has the time
 * between them to say that it is still there.
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
