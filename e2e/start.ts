import { writeFileSync } from 'node:fs'
import { startPostgres } from '../test/servers/postgres.ts'
import { databaseOf, startServer } from '../test/servers/server.ts'
import { newList, postgresFile } from './own-place.ts'

/* The server that most browser tests share. Its PostgreSQL also has the databases of the tests that start their own. */
const { PORT = '', ...settings } = process.env as Record<string, string>
const postgres = await startPostgres()
const { connection } = await newList(postgres.connection)
writeFileSync(postgresFile(), JSON.stringify(postgres.connection))
const server = startServer({ ...settings, ...databaseOf(connection), PORT })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.child.kill('SIGINT'))
console.error((await server.end).stderr)
await postgres.stop()
