import { inject } from 'vitest'
import type { Connection } from '../../src/server/db/client.ts'
import { runOnce } from './database.ts'

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
