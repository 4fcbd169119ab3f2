import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Current } from '../config.ts'
import { explain } from '../start-failure.ts'
import { failUnended, forgetBackup } from './queries.ts'
import { removeLeftovers } from './work-folder.ts'

const PROGRAM = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))

type Dependencies = { pool: pg.Pool; config: Current<'dataDir'>; report: (sentence: string) => void }

/**
 * Makes backups that `beginBackup` has begun, in a process of their own with the lowest priority. Each resolves when it has
 * ended; what went wrong is recorded and reported.
 */
export function createRunBackup({ pool, config, report }: Dependencies) {
  const children = new Set<ChildProcess>()
  const running = new Set<Promise<void>>()
  let isStopped = false

  async function makeAndRecord(id: string): Promise<void> {
    const problem = isStopped ? null : await make(id).catch(explain)
    if (isStopped) return forgetBackup(pool, id)
    if (problem === null) return
    // One that was killed could record nothing.
    await failUnended(pool, id, problem)
    report(`backup: ${problem}`)
    await removeLeftovers(config().dataDir)
  }

  /** Resolves to why it failed, or null. */
  async function make(id: string): Promise<string | null> {
    const child = spawn(process.execPath, [PROGRAM, '--begun', id], { stdio: ['ignore', 'ignore', 'pipe'] })
    children.add(child)
    const [complaint, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
    children.delete(child)
    return code === 0 ? null : complaint.trim() || endingOf(code, signal)
  }

  return {
    run(id: string): Promise<void> {
      const run = makeAndRecord(id).finally(() => running.delete(run))
      running.add(run)
      return run
    },
    /** Ends those under way, as if they had not begun. */
    async stop() {
      isStopped = true
      for (const child of children) child.kill()
      await Promise.allSettled(running)
    },
  }
}

function endingOf(code: number | null, signal: string | null): string {
  if (code !== null) return `The backup ended with exit code ${code} and gave no reason.`
  const why = signal === 'SIGKILL' ? ', as the system does with a process when memory runs out' : ''
  return `The backup was ended by ${signal}${why}.`
}
