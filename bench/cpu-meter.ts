import { connectToRunning } from './running-postgres.ts'
import { ownCpuMicroseconds } from './processes.ts'

/** Microseconds: the servers, and PostgreSQL's processes by their client. */
export type Cpu = Record<string, number>

/** Of the embedded PostgreSQL that runs in this data directory. */
export async function openCpuMeter(dataDir: string, servers: number[]) {
  const client = await connectToRunning(dataDir)
  // An idle connection ends, and its time with it.
  const seen = new Map<number, { name: string; time: number }>()

  async function read(): Promise<Cpu> {
    const { rows } = await client.query<{ pid: number; what: string }>(
      `select pid, case backend_type when 'client backend' then application_name else backend_type end as what
       from pg_stat_activity where pid <> pg_backend_pid()`,
    )
    const cpu: Cpu = { server: servers.reduce((sum, pid) => sum + ownCpuMicroseconds(pid), 0) }
    for (const { pid, what } of rows)
      seen.set(pid, { name: NAMES[what] ?? 'its upkeep', time: ownCpuMicroseconds(pid) })
    for (const { name, time } of seen.values()) cpu[name] = (cpu[name] ?? 0) + time
    return cpu
  }

  return { client, read, [Symbol.asyncDispose]: () => client.end() }
}

const NAMES: Record<string, string> = {
  'firstchair server': 'database, joins',
  'firstchair jobs': 'database, jobs',
  'firstchair deliveries': 'database, jobs',
  'firstchair dashboard': 'database, dashboard',
}

/** A process that began in between counts from its start. */
export function between(before: Cpu, after: Cpu): Cpu {
  return Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]))
}
