import { expect, test } from 'vitest'
import type { Backups } from '#shared/owner/backups.ts'
import { paths } from '#shared/site/paths.ts'
import type { SettingsView } from '#shared/owner/settings.ts'
import type { Summary } from '#shared/list/summary.ts'
import { createDatabase } from '../../../test/servers/database.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { addressOf, databaseOf, newPlace, startServer } from '../../../test/servers/server.ts'
import { ROUTES } from '#shared/routes.ts'

const WITHIN = { timeout: 60_000, interval: 50 }

test('settings that one server saves are in force on another within five seconds, the time zone with its days', async () => {
  await using parts = new AsyncDisposableStack()
  const database = await createDatabase()
  parts.defer(() => database.drop())
  await using place = await newPlace()
  const { DATA_DIR } = place.env
  const env = {
    ...databaseOf(database.connection),
    DATA_DIR,
    ADMIN_PASSWORD: OWNER_PASSWORD,
    SECRET_KEY: 'k'.repeat(32),
  }
  const [one, other] = [parts.use(startServer(env)), parts.use(startServer(env))]
  const [here, there] = [await addressOf(one), await addressOf(other)]
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: OWNER_PASSWORD })
  const signedIn = await fetch(here + ROUTES.session.path, { method: 'POST', headers: json, body })
  const headers = { ...json, cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! }
  const read = async <Answer>(path: string) => (await (await fetch(there + path, { headers })).json()) as Answer
  const { version } = await read<SettingsView>(ROUTES.settings.path)
  const values = { RETENTION_DAYS: '123', TIME_ZONE: 'Asia/Tokyo' }

  const saved = await fetch(here + ROUTES.settings.path, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ version, values }),
  })

  expect(((await saved.json()) as SettingsView).notices).toEqual([
    'The figures of all days are being recounted for Asia/Tokyo.',
  ])
  await expect.poll(async () => (await fetch(there + paths.privacy)).text(), WITHIN).toContain('123 days')
  // A press makes a backup at once, and the owner can download it.
  const pressed = await fetch(here + ROUTES.backups.path, { method: 'POST', headers, body: '{}' })
  expect(pressed.status).toBe(204)
  const zone = async () => (await read<Summary>(`${ROUTES.summary.path}?range=7d`)).period.time_zone
  await expect.poll(zone, WITHIN).toBe('Asia/Tokyo')
  const backups = () => read<Backups>(ROUTES.backups.path)
  await expect.poll(backups, { timeout: 120_000 }).toMatchObject({ is_under_way: false, last: { entries: 0 } })
  const file = await fetch(here + ROUTES.newestBackup.path, { headers })
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, (await backups()).last!.bytes])
})
