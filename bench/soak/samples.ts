import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { residentBytes } from '../processes.ts'
import { percentile } from '../statistics.ts'
import type { Queryable } from '../../src/server/db/query.ts'

/** Bytes and milliseconds. */
export type Sample = {
  seconds: number
  entries: number
  rss: number
  heap: number
  files: number
  connections: number
  wal: number
  /** The 99th percentile of the event loop's delay. */
  lag: number
  /** Since the last sample. */
  joinP95: number
  jobs: number
  /** How long the oldest job has been due. */
  jobAge: number
  tables: Record<string, Table>
}
type Table = { bytes: number; live: number; dead: number }

type Source = { pid: number; metrics: string; token: string; db: Queryable; logFolder: string; began: number }

/** Dead letters, which no worker handles. */
const KEPT = /queue="undelivered"/

export async function takeSample(
  { pid, metrics, token, db, logFolder, began }: Source,
  joinWaits: number[],
): Promise<Sample> {
  const answer = await fetch(metrics, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))]
      .filter(([, labels = '']) => !KEPT.test(labels))
      .map(([, , value]) => Number(value))
  const { rows } = await db.query(
    `select (select last_position from waitlist_counter) as entries,
       (select count(*)::int from pg_stat_activity where application_name like 'firstchair %') as connections`,
  )
  return {
    seconds: Math.round((performance.now() - began) / 1_000),
    entries: rows[0].entries,
    rss: residentBytes(pid),
    heap: values('nodejs_heap_size_used_bytes')[0]!,
    files: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0].connections,
    wal: sizeOf(logFolder),
    lag: values('nodejs_eventloop_lag_p99_seconds')[0]! * 1_000,
    joinP95: percentile(joinWaits, 0.95),
    jobs: values('firstchair_jobs').reduce((sum, jobs) => sum + jobs, 0),
    jobAge: Math.max(0, ...values('firstchair_oldest_job_age_seconds')) * 1_000,
    tables: await readTables(db),
  }
}

async function readTables(db: Queryable): Promise<Record<string, Table>> {
  const { rows } = await db.query<Table & { name: string }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || relname as name,
       pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as live, n_dead_tup::float8 as dead
     from pg_stat_user_tables order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, ...table }) => [name, table]))
}

/** PostgreSQL may rename or remove any file meanwhile. */
function sizeOf(folder: string): number {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
