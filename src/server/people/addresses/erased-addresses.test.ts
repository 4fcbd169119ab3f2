import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { readSetting } from '../../db/settings.ts'
import { readAddressKey, rememberAddresses } from './erased-addresses.ts'
import { inTransaction } from '../../db/query.ts'

test('the hash that PostgreSQL makes of an address is its HMAC with the key of this database', async () => {
  await using app = await testApp()
  const email = 'jürgen@bücher.example'
  const people = [{ email, is_rejected: true }]
  await inTransaction(app.pool, async (tx) => rememberAddresses(tx, people, await readAddressKey(tx)))

  const key = (await readSetting(app.pool, 'erased_address_key'))!
  const hash = createHmac('sha256', key).update(email).digest()
  expect(await app.rows('select hash, was_rejected from erased_addresses')).toEqual([{ hash, was_rejected: true }])
})
