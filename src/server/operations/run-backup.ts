import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Current } from '../base/config/config.ts'
import { explain } from '../base/start-failure.ts'
import { type LogFailure, startRepeating } from '../base/start-repeating.ts'
import { beginBackup, failUnended, forgetBackup, renewBackup } from './backups.ts'
import { removeLeftovers } from './work-folder.ts'
import { dayOf, startOfDay } from '#shared/values/days.ts'
import type { Task } from '../db/tasks.ts'
import type { Pool } from '../db/query.ts'

const PROGRAM = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))

export type RunBackup = (id: string) => Promise<void>
export type Backups = { run: RunBackup; stop: () => Promise<void> }

const RENEW_EVERY_MS = 5 * 60_000

type Dependencies = {
  pool: Pool
  config: Current<'dataDir'>
  report: (sentence: string) => void
  logFailure: LogFailure
}

/** Each in its own process with the lowest priority. */
export function createBackups({ pool, config, report, logFailure }: Dependencies): Backups {
  const children = new Set<ChildProcess>()
  const running = new Set<Promise<void>>()
  let isStopped = false

  async function makeAndRecord(id: string): Promise<void> {
    const step = () => renewBackup(pool, id)
    const failure = 'a backup could not be renewed'
    const renewing = startRepeating({ step, restMs: RENEW_EVERY_MS, failure, logFailure })
    const problem = isStopped ? null : await make(id, children).catch(explain)
    await renewing.stop()
    if (isStopped) return forgetBackup(pool, id)
    if (problem === null) return
    // A killed process could not record its failure.
    await failUnended(pool, id, problem)
    report(`backup: ${problem}`)
    await removeLeftovers(config().dataDir)
  }

  return {
    run(id) {
      const run = makeAndRecord(id).finally(() => running.delete(run))
      running.add(run)
      return run
    },
    async stop() {
      isStopped = true
      for (const child of children) child.kill()
      await Promise.allSettled(running)
    },
  }
}

async function make(id: string, children: Set<ChildProcess>): Promise<string | null> {
  const child = spawn(process.execPath, [PROGRAM, '--begun', id], { stdio: ['ignore', 'ignore', 'pipe'] })
  children.add(child)
  const [complaint, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
  children.delete(child)
  return code === 0 ? null : complaint.trim() || endingOf(code, signal)
}

function endingOf(code: number | null, signal: string | null): string {
  if (code !== null) return `The backup ended with exit code ${code} and gave no reason.`
  const why = signal === 'SIGKILL' ? ', as the system does with a process when memory runs out' : ''
  return `The backup was ended by ${signal}${why}.`
}

const DUE_AFTER_MS = 3 * 60 * 60_000

type Nightly = { pool: Pool; config: Current<'timeZone' | 'backup'>; backups: Backups }

/** A backup that was missed while no server ran is made at the next start. */
export function nightlyBackup({ pool, config, backups }: Nightly): Task {
  return {
    name: 'nightly backup',
    everyMs: 10 * 60_000,
    failure: 'the nightly backup could not be made',
    run: async (signal) => {
      const { timeZone, backup } = config()
      if (backup.folder === null) return
      const day = dayOf(new Date(), timeZone)
      const isNight = Date.now() < startOfDay(day, timeZone).getTime() + DUE_AFTER_MS
      if (isNight || signal.aborted) return
      const id = await beginBackup(pool, day)
      if (id !== null) await backups.run(id)
    },
  }
}
