import { expect, test } from 'vitest'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { readAddressKey, rememberAddresses } from '../people/addresses/erased-addresses.ts'
import { inTransaction } from '../db/query.ts'

const KEY = 'ann@xn--bcher-kva.example'
/** Spellings that browsers and mail servers treat as the same address. */
const SPELLINGS = [
  'ann@bücher.example',
  'Ann@BÜCHER.Example',
  'ann@bu\u0308cher.example',
  'ann@b\u00adücher.example',
  'ann@ｂücher．example',
  'ann@bücher。example',
  'ann@bücher.example.',
  'ann@bü\u200bcher.exa\u2060mple',
  'ann@\ufe0fbücher.𝐞𝐱𝐚𝐦𝐩𝐥𝐞',
  KEY,
  'ann@XN--BCHER-KVA.example.',
]

const entries = (app: TestApp) => app.rows('select email, referrals from waitlist_entries order by joined_position')

test('an address in another spelling joins again, one after the other and at once, and keeps its first spelling', async () => {
  await using app = await testApp()
  const [first, ...others] = SPELLINGS
  const { referral_code } = await app.join({ email: first! })
  for (const email of others) {
    const again = await app.join({ email, used_referral_code: referral_code })
    expect([email, again.status, again.position]).toEqual([email, 200, 1])
  }
  expect(await entries(app)).toEqual([{ email: first, referrals: 0 }])

  const crowd = SPELLINGS.map((email) => email.replace(/ann/i, 'jos\u00e9'))
  const answers = await Promise.all([...crowd, 'jose\u0301@bücher.example'].map((email) => app.join({ email })))
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  expect(new Set(answers.map(({ position }) => position))).toEqual(new Set([2]))
  expect(await entries(app)).toHaveLength(2)
  expect(await app.verify()).toEqual([])
})

test('the first spelling may be the plain one, and one submission in two spellings is one', async () => {
  await using app = await testApp()
  await app.join({ email: 'jo@gmail.com', submission_id: 'once' })
  const retry = await app.join({ email: 'jo@ｇｍａｉｌ.com', submission_id: 'once' })
  // The retry gets the answer of the first request.
  expect(retry).toMatchObject({ status: 201, position: 1 })
  expect(await app.rows('select from entry_revisions')).toEqual([])
  expect((await app.entry('jo@gmail.com')).code_count).toBe(1)
})

test('a domain without an ASCII form is kept as typed, and is somebody else', async () => {
  await using app = await testApp()
  const emails = ['ann@gmail.com', 'ann@gmail.com/ü', 'ann@gmail.com?ü', 'ann@gm%61il.com', 'ann@ü:80']
  for (const email of emails) expect((await app.join({ email })).status).toBe(201)
  for (const email of emails) expect((await app.join({ email })).status).toBe(200)
  expect((await entries(app)).map(({ email }) => email)).toEqual(emails)
  expect(await app.verify()).toEqual([])
})

test('somebody who joins with their own code in twelve spellings, confirmed, moves nowhere, and gets few mails', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'first@example.com' })
  await app.press(await app.tokenOf('first@example.com'))
  const own = SPELLINGS[0]!
  await app.ask({ email: own })
  await app.press(await app.tokenOf(own))
  const { referral_code } = await app.entry(own)

  for (const [index, email] of SPELLINGS.slice(3, 6).entries()) {
    await app.ask({ email, used_referral_code: referral_code })
    expect(await app.press(await app.tokenOf(own, index + 2))).toMatchObject({ status: 204 })
  }
  await Promise.all(SPELLINGS.map((email) => app.ask({ email, used_referral_code: referral_code })))
  expect(await app.entry(own)).toMatchObject({ joined_position: 2, position: 2, referrals: 0 })
  expect(await entries(app)).toHaveLength(2)
  expect(app.mailsTo(own).length).toBeLessThanOrEqual(8)
  expect(await app.verify()).toEqual([])
})

test('a rejected address that was erased stays rejected in any spelling, also if an earlier version hashed it in letters', async () => {
  await using app = await testApp()
  const { referral_code } = await app.join({ email: 'referrer@example.com' })
  const owner = await erasingOwner(app)
  const newest = async () =>
    (await app.rows('select id from waitlist_entries order by joined_position desc limit 1'))[0].id as string
  const rejoin = async (email: string) => {
    expect((await app.join({ email, used_referral_code: referral_code })).status).toBe(201)
    expect(await app.friends()).toMatchObject([{ state: 'rejected' }])
    expect(await app.entry('referrer@example.com')).toMatchObject({ referrals: 0 })
    await owner.erase(await newest())
    await app.rows('delete from erased_addresses')
  }
  for (const email of SPELLINGS) {
    await app.join({ email: SPELLINGS[0]! })
    await owner.post('/api/admin/acts', { kind: 'reject', select: { ids: [await newest()] } })
    await owner.erase(await newest())
    await rejoin(email)
  }
  for (const email of [SPELLINGS[0]!, KEY, SPELLINGS[0]!.replace('ü', 'ｕ\u0308')]) {
    const asStored = [{ email: SPELLINGS[0]!, is_rejected: true }]
    await inTransaction(app.pool, async (tx) => rememberAddresses(tx, asStored, await readAddressKey(tx)))
    await rejoin(email)
  }
  expect(await app.rows('select from email_keys')).toEqual([])
  expect(await app.verify()).toEqual([])
})
