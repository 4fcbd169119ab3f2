import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Transaction } from './pool.ts'
import { inTransaction } from './transaction.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Brings the schema up to date, in one transaction. Two processes may call it at once: the second waits for the first
 * and finds nothing left to do. A database that is ahead of this code is refused.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrations = await readMigrations()
  await createLedger(pool)
  await inTransaction(pool, async (tx) => {
    const applied = await lockLedger(tx)
    const newest = migrations.at(-1)?.version ?? 0
    if (applied > newest) {
      throw new Error(`The database is at version ${applied}, this code knows ${newest}: please start a newer version.`)
    }
    for (const { version, sql } of migrations.filter((migration) => migration.version > applied)) {
      await tx.query(sql)
      await tx.query('insert into schema_migrations (version) values ($1)', [version])
    }
  })
}

/** True when the database has every migration this code knows. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const migrations = await readMigrations()
  const { rows } = await pool.query<{ version: number }>('select max(version) as version from schema_migrations')
  return rows[0]?.version === migrations.at(-1)?.version
}

async function readMigrations(): Promise<{ version: number; sql: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      version: Number.parseInt(name, 10),
      sql: await readFile(new URL(name, FOLDER), 'utf8'),
    })),
  )
}

/** Row 0 is there to be locked. `create table if not exists` may itself collide with another process. */
async function createLedger(pool: pg.Pool): Promise<void> {
  const create = () =>
    pool.query(
      'create table if not exists schema_migrations (version integer primary key, applied_at timestamptz not null default now())',
    )
  await create().catch(create)
  await pool.query('insert into schema_migrations (version) values (0) on conflict do nothing')
}

async function lockLedger(tx: Transaction): Promise<number> {
  await tx.query('select from schema_migrations where version = 0 for update')
  const { rows } = await tx.query<{ version: number }>('select max(version) as version from schema_migrations')
  return rows[0]?.version ?? 0
}
