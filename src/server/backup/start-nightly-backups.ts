import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { dayOf, startOfDay } from '#shared/days.ts'
import { isDue } from './queries.ts'

const PROGRAM = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))
/** The backup of a day is due so long after its first moment. */
const DUE_AFTER_MS = 3 * 60 * 60_000
const ASK_EVERY_MS = 10 * 60_000

type Dependencies = {
  pool: pg.Pool
  timeZone: string
  report: (sentence: string) => void
  onError: (error: Error) => void
}

/**
 * Makes the backup of each day once, on one of all servers, in a process of its own with the lowest priority. One that
 * was missed while no server ran is made at the next start, and one that failed is tried again.
 */
export function startNightlyBackups({ pool, timeZone, report, onError }: Dependencies): { stop: () => Promise<void> } {
  let child: ChildProcess | undefined
  let isStopping = false
  let running = Promise.resolve()
  const timer = setInterval(ask, ASK_EVERY_MS)
  ask()

  function ask() {
    running = running.then(makeIfDue).catch(onError)
  }

  async function makeIfDue() {
    const day = dayOf(new Date(), timeZone)
    const isNight = Date.now() < startOfDay(day, timeZone).getTime() + DUE_AFTER_MS
    if (isNight || !(await isDue(pool, day)) || isStopping) return
    child = spawn(process.execPath, [PROGRAM, '--nightly'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [complaint, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    if (code !== 0 && !isStopping) report(`backup: ${complaint.trim()}`)
  }

  return {
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      child?.kill()
      await running
    },
  }
}
