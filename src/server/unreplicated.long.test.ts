import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOnce } from '../../test/servers/database.ts'
import { ownPostgres } from '../../test/servers/own-postgres.ts'
import { joinRequest, testApp } from '../../test/test-app.ts'
import { migrate } from './db/migrate.ts'
import { prepareList } from './listing/prepare-list.ts'
import { onOwnClient } from './db/pool.ts'

test('a join that no standby has is not acknowledged, although PostgreSQL reports success', async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'unreplicated-'))
  await using parts = new AsyncDisposableStack()
  parts.defer(() => rm(folder, { recursive: true }))
  const { connection } = parts.use(await ownPostgres(folder))
  await migrate(connection)
  await onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))
  await using app = await testApp({ beside: { database: { connection, drop: async () => {} } }, faulty: true })
  await app.joinMany(2)
  const waits = `from pg_stat_activity where wait_event = 'SyncRep'`
  const untilOneWaits = (which = '') =>
    expect.poll(async () => (await runOnce(connection, `select ${waits} ${which}`)).rowCount).toBeGreaterThan(0)

  await runOnce(connection, `alter system set synchronous_standby_names = 'gone'`)
  await runOnce(connection, 'select pg_reload_conf()')
  // PostgreSQL applies the setting shortly after the reload. Until then, commits do not wait.
  const first = runOnce(connection, `select pg_sleep(1), pg_logical_emit_message(true, '', '')`)
  await untilOneWaits()
  const request = joinRequest()
  const joining = app.post(request)
  await untilOneWaits(`and query = 'commit'`)
  await runOnce(connection, `select pg_cancel_backend(pid) ${waits}`)
  await first
  expect(await joining).toMatchObject({ status: 503, body: { error: { code: 'unconfirmed' } } })

  await runOnce(connection, 'alter system reset synchronous_standby_names')
  await runOnce(connection, 'select pg_reload_conf()')
  expect(await app.post(request)).toMatchObject({ status: 200, body: { position: 3 } })
})
