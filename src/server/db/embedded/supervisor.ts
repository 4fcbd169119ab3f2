import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { limitLines } from '../../base/limit-lines.ts'
import { explain } from '../../base/start-failure.ts'
import { hasEnded, launch, type Place, stop } from './launch.ts'
import { stopLeftover } from './postmaster.ts'

const RESTART_PAUSE = { first: 100, longest: 5_000 }

export type Supervisor = { close(): Promise<void> }

export async function supervise(place: Place, report: (sentence: string) => void): Promise<Supervisor> {
  let postmaster = await launchFirst(place)
  let closing = false
  const abandon = () => void postmaster.kill('SIGQUIT')
  process.once('exit', abandon)

  const ended = watch()
  return {
    async close() {
      closing = true
      await stop(postmaster)
      await ended
      process.off('exit', abandon)
    },
  }

  async function watch(): Promise<void> {
    await hasEnded(postmaster)
    if (closing) return
    report('PostgreSQL stopped by itself and is being started again')
    await relaunch()
    if (closing) return stop(postmaster)
    report('PostgreSQL is running again')
    return watch()
  }

  async function relaunch(): Promise<void> {
    const lines = limitLines({ most: 1, sumUp: (more) => report(`PostgreSQL could not be started ${more} more times`) })
    for (let wait = RESTART_PAUSE.first; !closing; wait = Math.min(2 * wait, RESTART_PAUSE.longest)) {
      await pause(wait)
      try {
        await stopLeftover(place.cluster.folder)
        postmaster = await launch(place)
        return lines.end()
      } catch (error) {
        lines.write(() => report(explain(error)))
      }
    }
  }
}

/** The processes of a killed PostgreSQL keep its shared memory for a moment. */
async function launchFirst(place: Place): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(place)
    } catch (error) {
      if (attempt === 20 || !explain(error).includes('still in use')) throw error
      await pause(250)
    }
  }
}
