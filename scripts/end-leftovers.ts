import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 5_000

/**
 * Processes that work in a folder of this name or have it in their environment: a test that runs into its time limit
 * never reaches its own clean-up. Only where the system has /proc.
 */
export async function endLeftovers(folder: string): Promise<void> {
  const left = findProcesses(folder)
  for (const pid of left) {
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
    console.log(`Ended a process that a test left running: ${command.replaceAll('\0', ' ').trim().slice(0, 200)}`)
    attempt(() => process.kill(pid, 'SIGTERM'), false)
  }
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && findProcesses(folder).length > 0;) await pause(50)
  for (const pid of findProcesses(folder)) attempt(() => process.kill(pid, 'SIGKILL'), false)
}

function findProcesses(folder: string): number[] {
  const pids = attempt(() => readdirSync('/proc'), []).map(Number)
  return pids.filter((pid) => {
    if (!pid || pid === process.pid) return false
    const cwd = attempt(() => readlinkSync(`/proc/${pid}/cwd`), '')
    return cwd.includes(folder) || attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8'), '').includes(folder)
  })
}

/** A process may end at any moment, and processes of others cannot be read. */
function attempt<T>(what: () => T, otherwise: T): T {
  try {
    return what()
  } catch {
    return otherwise
  }
}
