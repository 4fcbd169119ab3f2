import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Connection } from '../src/server/db/client.ts'
import { runOnce } from './database.ts'

const FOLDER = join(import.meta.dirname, '../src/server/db/migrations')

/** A database without any schema. */
export async function emptyDatabase(): Promise<{ connection: Connection } & AsyncDisposable> {
  const server = inject('connection')
  const database = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await runOnce(server, `create database ${database}`)
  return {
    connection: { ...server, database },
    [Symbol.asyncDispose]: async () => void (await runOnce(server, `drop database ${database} with (force)`)),
  }
}

/** The schema of an earlier version. */
export async function migrateUntil(connection: Connection, version: number) {
  const files = (await readdir(FOLDER)).sort().slice(0, version)
  await runOnce(connection, 'create table schema_migrations (version integer primary key, applied_at timestamptz)')
  for (const file of files) await runOnce(connection, await readFile(join(FOLDER, file), 'utf8'))
  await runOnce(connection, `insert into schema_migrations (version) select generate_series(0, ${version})`)
}
