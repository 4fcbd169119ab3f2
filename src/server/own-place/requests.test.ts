import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { callPlace } from '../../../test/people/place-holder.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { recordErased } from '../acts/store/entry-queries.ts'
import { createErasing } from '../create-erasing.ts'
import { replayErasures } from '../operations/erasing/replay-erasures.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { inTransaction } from '../db/query.ts'

const EMAIL = 'ada@example.com'
const CONFIRM = '/api/place/confirm'

test('numbers tell nothing about an address that somebody else types', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await using off = await testApp({ beside: app })
  await off.join({ email: 'known@example.com' })
  const ownNumber = async (email: string) => {
    await app.ask({ email })
    await app.press(await app.tokenOf(email))
    return (await app.entry(email)).joined_position
  }
  const differences: number[] = []
  for (const [index, typed] of ['known@example.com', 'unknown@example.com'].entries()) {
    const before = await ownNumber(`before-${index}@example.com`)
    await app.ask({ email: typed })
    differences.push((await ownNumber(`after-${index}@example.com`)) - before)
  }
  expect(differences).toEqual([1, 1])
})

test('the chosen answers bring their own referral code, and the number comes with the press', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await using off = await testApp({ beside: app })
  const one = await off.join({ email: 'one@example.com' })
  const two = await off.join({ email: 'two@example.com' })
  await app.ask({ email: EMAIL, business_name: 'Mine', used_referral_code: one.referral_code })
  const token = await app.tokenOf(EMAIL)
  await app.ask({ email: EMAIL, business_name: 'Other', used_referral_code: two.referral_code })
  await off.join({ email: 'faster@example.com' })
  await app.press(token, ({ answers }) => answers.business_name === 'Mine')

  const { id } = await app.entry('one@example.com')
  expect(await app.entry(EMAIL)).toMatchObject({ joined_position: 4, used_referral_code: one.referral_code })
  expect(await app.friends()).toMatchObject([{ inviter_id: id, state: 'counted' }])
  expect(await app.verify()).toEqual([])
})

test('a person who has joined in the meantime joins again, and links that were sent stay good without the setting', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  for (const email of [EMAIL, 'new@example.com']) await app.ask({ email, business_name: 'Confirmed' })
  const tokens = [await app.tokenOf(EMAIL), await app.tokenOf('new@example.com')]
  await using off = await mailingApp(smtp, { beside: app })
  await off.join({ email: EMAIL, business_name: 'Typed' })

  for (const token of tokens) {
    const { id } = (await app.sets(token))[0]!
    const pressed = await callPlace(off, token, { method: 'POST', url: CONFIRM, payload: { chosen: id, shown: [id] } })
    expect([pressed.statusCode, typeof pressed.headers['browser-token']]).toEqual([204, 'string'])
  }
  const rows = await app.rows(
    'select email, joined_position, business_name, code_count from waitlist_entries order by 2',
  )
  expect(rows).toEqual([
    { email: EMAIL, joined_position: 1, business_name: 'Confirmed', code_count: 1 },
    { email: 'new@example.com', joined_position: 2, business_name: 'Confirmed', code_count: 1 },
  ])
  expect(await app.rows('select from join_requests')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('a request is in no list and no file, the owner sees that it waits, and its link erases it for good', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: EMAIL, full_name: 'Ada Lovelace' })
  const token = await app.tokenOf(EMAIL)
  const rows = await app.rows('select * from join_requests')
  const owner = await signIn(app)
  const waiting = async () => (await owner.get('/api/admin/requests')).json()
  expect(await waiting()).toEqual({ waiting: 1, since: rows[0].created_at.toISOString() })
  expect((await owner.get('/api/admin/entries.csv')).body).not.toContain(EMAIL)
  expect((await owner.get('/api/admin/entries')).json().entries).toEqual([])

  expect((await callPlace(app, token, { method: 'DELETE', url: CONFIRM })).statusCode).toBe(204)
  expect(await waiting()).toEqual({ waiting: 0, since: null })
  expect((await callPlace(app, token, { url: CONFIRM })).statusCode).toBe(404)
  expect(await app.rows('select from outbox')).toEqual([])
  expect(await readFile(join(app.dataDir, 'erased-entries'), 'utf8')).toContain(rows[0].id)

  // A restored backup contains the request again.
  await app.rows('delete from erasures')
  const { id, person_id, key, request } = rows[0]
  await app.rows(
    'insert into join_requests (id, person_id, key, request) values ($1, $2, $3, $4)',
    id,
    person_id,
    key,
    request,
  )
  await replayErasures({ pool: app.pool, ...createErasing({ dataDir: app.dataDir }), recordErased, report: () => {} })
  expect(await app.rows('select from join_requests')).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('an erasure of a request that was rolled back does not erase the person who has confirmed since', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: EMAIL })
  const token = await app.tokenOf(EMAIL)
  const erasing = createErasing({ dataDir: app.dataDir })
  const [{ id }] = await app.rows('select id from join_requests')
  const failing = inTransaction(app.pool, async (tx) => {
    await lockCounter(tx)
    await erasing.eraseRequests(tx, [id])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await readFile(join(app.dataDir, 'erased-entries'), 'utf8')).toContain(id)

  expect(await app.press(token)).toMatchObject({ status: 204 })
  await replayErasures({ pool: app.pool, ...erasing, recordErased, report: () => {} })
  expect(await app.entry(EMAIL)).toMatchObject({ joined_position: 1 })
  expect(await app.verify()).toEqual([])
})
