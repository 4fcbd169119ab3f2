import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOnce } from '../../../test/servers/database.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { testApp } from '../../../test/test-app.ts'
import { renewListing } from '../listing/prepare-list.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * A backup that version 1.0 wrote of 197 people: some rejected, held, erased, imported, invited or by links, while the
 * mail server and an endpoint were away.
 */
const FILE = join(import.meta.dirname, '../../../test/list-of-1.0.sql.zst')

test('a backup of version 1.0 is restored: nobody loses a friend, and what waited still waits', async () => {
  await using target = await emptyDatabase()
  const rows = async (sql: string) => (await runOnce(target.connection, sql)).rows

  const restored = await restoreBackup(target.connection, FILE, {
    passphrase: null,
    renew: (tx) => renewListing(tx, { timeZone: 'Europe/London' }),
  })
  await using app = await testApp({ beside: { database: { ...target, drop: async () => {} } } })

  expect(restored.entries).toBe(197)
  expect(await rows('select channel, state, count(*)::int from outbox group by 1, 2 order by 1')).toEqual([
    { channel: 'add-to-notion', state: 'kept', count: 157 },
    { channel: 'send-invitation', state: 'waiting', count: 6 },
    { channel: 'send-referral-notification', state: 'waiting', count: 63 },
    { channel: 'send-waitlist-email', state: 'waiting', count: 157 },
    { channel: 'sync-to-beehiiv', state: 'kept', count: 157 },
    { channel: 'tell-endpoint', state: 'waiting', count: 180 },
  ])
  expect(
    await rows(`select state, is_rejected, count(*)::int, sum(referrals)::int as friends
      from waitlist_entries where erased_at is null group by 1, 2 order by 1, 2`),
  ).toEqual([
    { state: 'invited', is_rejected: false, count: 6, friends: 32 },
    { state: 'waiting', is_rejected: false, count: 176, friends: 137 },
    { state: 'waiting', is_rejected: true, count: 15, friends: 0 },
  ])
  expect(await rows(`select kind from acts where state = 'done' order by kind`)).toHaveLength(10)
  expect(await app.verify()).toEqual([])
})
