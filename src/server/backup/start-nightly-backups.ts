import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { dayOf, startOfDay } from '#shared/days.ts'
import type { Current } from '../config.ts'
import type { LogFailure } from '../log-failures.ts'
import { type Repeating, startRepeating } from '../start-repeating.ts'
import { explain } from '../start-failure.ts'
import { beginBackup, failUnended, forgetBackup, renewBackup } from './queries.ts'
import { removeLeftovers } from './work-folder.ts'

const PROGRAM = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))
/** The backup of a day is due so long after its first moment. */
const DUE_AFTER_MS = 3 * 60 * 60_000
const ASK_EVERY_MS = 10 * 60_000
const RENEW_EVERY_MS = 5 * 60_000

type Dependencies = {
  pool: pg.Pool
  config: Current<'timeZone' | 'dataDir' | 'backup'>
  report: (sentence: string) => void
  logFailure: LogFailure
}

/**
 * Makes the backup of each day once, on one of all servers, in a process of its own with the lowest priority. One that
 * was missed while no server ran is made at the next start. One that failed is tried again within the hour, also if it was
 * killed together with its server.
 */
export function startNightlyBackups({ pool, config, report, logFailure }: Dependencies): Repeating {
  let child: ChildProcess | undefined
  const failure = 'the nightly backup could not be made'
  const repeating = startRepeating({ step: makeIfDue, restMs: ASK_EVERY_MS, atOnce: true, failure, logFailure })

  async function makeIfDue(signal: AbortSignal) {
    const { timeZone, dataDir, backup } = config()
    if (backup.folder === null) return
    const day = dayOf(new Date(), timeZone)
    const isNight = Date.now() < startOfDay(day, timeZone).getTime() + DUE_AFTER_MS
    if (isNight || signal.aborted) return
    const id = await beginBackup(pool, day)
    if (id === null) return
    const renewing = startRepeating({
      step: () => renewBackup(pool, id),
      restMs: RENEW_EVERY_MS,
      failure: 'the nightly backup could not be renewed',
      logFailure,
    })
    const problem = signal.aborted ? null : await run(id).catch(explain)
    await renewing.stop()
    if (signal.aborted) return forgetBackup(pool, id)
    if (problem === null) return
    // One that was killed could record nothing.
    await failUnended(pool, id, problem)
    report(`backup: ${problem}`)
    await removeLeftovers(dataDir)
  }

  /** Resolves to why it failed, or null. */
  async function run(id: string): Promise<string | null> {
    child = spawn(process.execPath, [PROGRAM, '--nightly', id], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [complaint, [code, signal]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    return code === 0 ? null : complaint.trim() || endingOf(code, signal)
  }

  return {
    stop: () => {
      const stopped = repeating.stop()
      child?.kill()
      return stopped
    },
  }
}

function endingOf(code: number | null, signal: string | null): string {
  if (code !== null) return `The backup ended with exit code ${code} and gave no reason.`
  const why = signal === 'SIGKILL' ? ', as the system does with a process when memory runs out' : ''
  return `The backup was ended by ${signal}${why}.`
}
