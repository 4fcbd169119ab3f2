import type { Queryable, Transaction } from '../../db/pool.ts'
import { livingOf } from '../../people/addresses/living.ts'

/** At most one run is unfinished. */
export type SyncRun = {
  id: string
  started_at: Date
  total: number
  done: number
  last_position: number
  synced: number
  errors: number
  details: string[]
  problem: string | null
  finished_at: Date | null
}

/** Returns null while another run is unfinished. */
export async function insertRun(db: Queryable, { id, total }: { id: string; total: number }): Promise<SyncRun | null> {
  const { rows } = await db.query<SyncRun>(
    `insert into sync_runs (id, total) values ($1, $2)
     on conflict ((1)) where finished_at is null do nothing returning *`,
    [id, total],
  )
  return rows[0] ?? null
}

export async function readLastRun(db: Queryable): Promise<SyncRun | null> {
  const { rows } = await db.query<SyncRun>('select * from sync_runs order by started_at desc, id desc limit 1')
  return rows[0] ?? null
}

export async function readRun(db: Queryable, id: string): Promise<SyncRun | null> {
  const { rows } = await db.query<SyncRun>('select * from sync_runs where id = $1', [id])
  return rows[0] ?? null
}

export function toDetail(email: string, reason: string): string {
  return `${email}: ${reason}`
}

export async function forgetDetails(tx: Transaction, emails: string[]): Promise<void> {
  await tx.query(
    `update sync_runs set details = array(
       select line from unnest(details) with ordinality as d (line, place)
       where not exists (select from unnest($1::text[]) as mark where starts_with(line, mark)) order by place)
     where exists (select from unnest(details) as line, unnest($1::text[]) as mark where starts_with(line, mark))`,
    [emails.map((email) => toDetail(email, ''))],
  )
}

type Progress = {
  run: SyncRun
  person: { id: string }
  lastPosition: number
  done: number
  synced: number
  failure: string | null
}

/** Returns null if another worker has continued the run meanwhile. */
export async function advanceRun(
  db: Queryable,
  { run, person, lastPosition, done, synced, failure }: Progress,
): Promise<SyncRun | null> {
  const { rows } = await db.query<SyncRun>(
    `with living as materialized (${livingOf('select $7::uuid')})
     update sync_runs
     set last_position = $3, done = least(total, $4), synced = synced + $5,
       errors = errors + cardinality($6::text[]),
       details = case when exists (select from living) then (details || $6::text[])[1:50] else details end
     where id = $1 and last_position = $2 and finished_at is null returning *`,
    [run.id, run.last_position, lastPosition, done, synced, failure ? [failure] : [], person.id],
  )
  return rows[0] ?? null
}

export async function beginAgain(db: Queryable, run: SyncRun): Promise<void> {
  await db.query(
    'update sync_runs set last_position = 0, done = 0 where id = $1 and last_position = $2 and finished_at is null',
    [run.id, run.last_position],
  )
}

export async function finishRun(db: Queryable, { id, problem }: { id: string; problem: string | null }): Promise<void> {
  await db.query(
    `update sync_runs set finished_at = now(), problem = $2, done = case when $2::text is null then total else done end
     where id = $1 and finished_at is null`,
    [id, problem],
  )
}

/** People who were never synced are missing. */
export async function readSynced(db: Queryable, entryIds: string[]): Promise<Map<string, string | null>> {
  const { rows } = await db.query<{ entry_id: string; content_hash: string | null }>(
    `select subject as entry_id, content_hash from outbox
     where channel = 'sync-to-beehiiv' and subject = any($1) and state in ('done', 'skipped')`,
    [entryIds],
  )
  return new Map(rows.map(({ entry_id, content_hash }) => [entry_id, content_hash]))
}
