import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '../../src/server/db/opening/database.ts'
import { readSecret, SUPERUSER } from '../../src/server/db/embedded/cluster.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { Connection } from '../../src/server/db/client.ts'
import { prepareList } from '../../src/server/listing/prepare-list.ts'
import { runOnce, TEMPLATE } from './database.ts'
import { onOwnClient } from '../../src/server/db/pool.ts'

const MEMORY = '/dev/shm'
/** Several times as much as the tests use at once. */
const ROOM_BYTES = 2 ** 30

/** One PostgreSQL for many tests, with a migrated template. Each test's database is a copy of the template. */
export async function startPostgres(): Promise<{ connection: Connection; log: string; stop(): Promise<void> }> {
  // Named after the temporary folder of the run, so that scripts/test.ts can end leftover processes.
  const dataDir = await mkdtemp(join(await fastFolder(), `${basename(tmpdir())}-`))
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, { owner: 'the tests' })
  const { connection } = database
  // Each test creates its own database.
  const secret = await readSecret(join(dataDir, 'postgres'))
  const superuser = { ...connection, user: SUPERUSER, password: secret }
  await runOnce(superuser, `alter role ${connection.user} createdb`)
  await relax(superuser, dataDir)
  await makeTemplate(connection)
  return {
    connection,
    log: join(dataDir, 'postgres.log'),
    stop: async () => {
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/**
 * A folder in memory if there is space: each database has hundreds of files, and ext4 is slow to create files right
 * after it removed others.
 */
async function fastFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null)
  return memory && memory.bavail * memory.bsize >= ROOM_BYTES ? MEMORY : tmpdir()
}

/**
 * Turns off syncing, because dropping a database waits for the disk, and autovacuum, because only a superuser may drop
 * a database while an autovacuum worker is in it. Tests that kill PostgreSQL start their own, as the server does.
 */
async function relax(server: Connection, dataDir: string) {
  // Checking a password would take ten milliseconds per connection. The socket is in our own folder.
  await writeFile(join(dataDir, 'postgres/pg_hba.conf'), 'local postgres all scram-sha-256\nlocal all all trust\n')
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum']) {
    await runOnce(server, `alter system set ${setting} = off`)
  }
  await runOnce(server, 'select pg_reload_conf()')
}

async function makeTemplate(server: Connection) {
  const template = { ...server, database: TEMPLATE }
  await runOnce(server, `create database ${TEMPLATE}`)
  await migrate(template)
  await onOwnClient(template, (client) => prepareList(client, { timeZone: 'Europe/London' }))
  // Makes PostgreSQL cache its catalog in the template, so that connections to copies do not build that cache again.
  await runOnce(template, 'select')
}
