import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import type { Connection } from './client.ts'
import { onOwnClient, type Queryable, type Transaction } from './pool.ts'
import { transact } from './transaction.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Brings the schema up to date in one transaction without time-outs. Two processes may call it at the same time: the
 * second waits for the first and finds nothing left to do. It refuses a database that is ahead of this code.
 */
export async function migrate(connection: Connection): Promise<void> {
  const migrations = await findMigrations()
  const newest = migrations.at(-1)?.version ?? 0
  await onOwnClient(connection, async (client) => {
    await createLedger(client)
    await transact(client, async (tx) => {
      const applied = await lockLedger(tx)
      if (applied > newest) {
        throw new StartFailure(
          `The database is at version ${applied}, this program knows ${newest}. Start a newer version of it.`,
        )
      }
      for (const { version, file } of migrations.filter((migration) => migration.version > applied)) {
        await tx.query(await readFile(file, 'utf8'))
        await tx.query('insert into schema_migrations (version) values ($1)', [version])
      }
    })
  })
}

/**
 * Throws unless the database has exactly the migrations of this code: a tool must not migrate it under a running
 * server.
 */
export async function requireMigrated(db: Queryable): Promise<void> {
  const newest = (await findMigrations()).at(-1)?.version ?? 0
  const { rows } = await db.query<{ ledger: string | null }>(`select to_regclass('schema_migrations') as ledger`)
  const applied = rows[0]?.ledger ? await readVersion(db) : 0
  if (applied !== newest) {
    throw new StartFailure(
      `The database is at version ${applied}, this program at ${newest}. Start the server of the same version first.`,
    )
  }
}

/** True when the database has every migration that this code knows. A newer server may have added more. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const newest = (await findMigrations()).at(-1)?.version ?? 0
  return (await readVersion(db)) >= newest
}

async function findMigrations(): Promise<{ version: number; file: URL }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => ({ version: Number.parseInt(name, 10), file: new URL(name, FOLDER) }))
}

/** Row 0 exists to be locked. `create table if not exists` may itself collide with another process. */
async function createLedger(client: pg.ClientBase): Promise<void> {
  const create = () =>
    client.query(
      'create table if not exists schema_migrations (version integer primary key, applied_at timestamptz not null default now())',
    )
  await create().catch(create)
  await client.query('insert into schema_migrations (version) values (0) on conflict do nothing')
}

async function lockLedger(tx: Transaction): Promise<number> {
  await tx.query('select from schema_migrations where version = 0 for update')
  return readVersion(tx)
}

async function readVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>('select max(version) as version from schema_migrations')
  return rows[0]?.version ?? 0
}
