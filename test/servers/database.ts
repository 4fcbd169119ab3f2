import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Connection } from '../../src/server/db/client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection
    /** The path of PostgreSQL's log, which all tests share. */
    postgresLog: string
  }
}

export const TEMPLATE = 'firstchair_template'

export type TestDatabase = { connection: Connection; drop(): Promise<void> }

/** A database for one test, copied from a migrated template or from another database that nobody uses. */
export async function createDatabase(template = TEMPLATE, server = inject('connection')): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${database} template ${template} strategy file_copy`)
  return {
    connection: { ...server, database },
    drop: () => onServer(server, `drop database ${database} with (force)`),
  }
}

const pools = new Map<string, pg.Pool>()

/** Runs a statement on a connection that stays open for the next test, but does not keep the process alive. */
async function onServer(server: Connection, sql: string): Promise<void> {
  const key = String(server.host)
  const pool = pools.get(key) ?? new pg.Pool({ ...server, max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  // The server may stop before this process ends.
  if (!pools.has(key))
    pools.set(
      key,
      pool.on('error', () => {}),
    )
  await pool.query(sql)
}

/** Runs one statement on a separate connection. */
export async function runOnce(connection: Connection, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
