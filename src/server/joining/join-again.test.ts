import { expect, test } from 'vitest'
import { placeAfter } from '../../../test/people/place-after.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'

const EMAIL = 'again@example.com'

const SUBMISSIONS = `select submission_id, created_at from waitlist_entries where submission_id is not null
  union all select submission_id, created_at from referral_codes where submission_id is not null order by 2`

test('the sixth change of an entry within a day gets the usual answer and changes nothing', async () => {
  await using app = await testApp()
  const [, , , , , , seventh] = await app.joinMany(7)
  const email = seventh!.email
  const changes = []
  for (const name of ['1', '2', '3', '4', '5']) changes.push(await again(app, { email, business_name: name }))
  await app.join({ used_referral_code: seventh!.referral_code })
  const before = await everything(app)

  const request = joinRequest({ email, business_name: '6', full_name: 'Somebody Else', submission_id: 'sixth' })
  const refused = await app.post(request)

  expect(refused).toMatchObject({
    status: 200,
    body: { position: placeAfter(7, 1), referral_code: changes[4]!.referral_code },
  })
  expect(new Set(changes.map(({ referral_code }) => referral_code)).size).toBe(5)
  expect(await app.entry(email)).toMatchObject({ business_name: '5', code_count: 6 })
  expect((await app.post(request)).body).toEqual(refused.body)
  expect(await everything(app)).toEqual(before)

  await app.aDayPasses()
  expect((await app.post(request)).body.referral_code).not.toBe(refused.body.referral_code)
  expect(await app.entry(email)).toMatchObject({ business_name: '6', code_count: 7 })
})

test('a repeated submission gets the same answer, also when no more changes are allowed', async () => {
  await using app = await testApp()
  const first = joinRequest({ email: EMAIL, submission_id: 'first' })
  const joined = await app.post(first)
  const second = joinRequest({ email: EMAIL, business_name: '1', submission_id: 'second' })
  const changed = await app.post(second)
  for (let time = 0; time < 6; time += 1) await again(app)
  const before = await everything(app)

  expect(await app.post(first)).toMatchObject({ status: 201, body: joined.body })
  expect(await app.post(second)).toMatchObject({ status: 200, body: changed.body })
  expect(await everything(app)).toEqual(before)
})

test('a change that is refused in a batch reaches no service', async () => {
  await using app = await testApp()
  await app.join({ email: EMAIL })
  const people = await Promise.all(
    Array.from({ length: 7 }, (_, time) => app.join({ email: EMAIL, full_name: `Name ${time}` })),
  )

  expect(people.map(({ status }) => status)).toEqual(Array(7).fill(200))
  expect(await app.waiting('send-waitlist-email')).toEqual([{ subject: expect.any(String), friend_id: null }])
  expect(await app.rows('select full_name, is_unproven from full_names')).toEqual([
    { full_name: 'Name 4', is_unproven: true },
  ])
})

test.each([
  ['known', 5],
  ['new', 6],
])('of many who join at once on two servers with a %s email, five change the entry', async (kind, codes) => {
  await using first = await testApp()
  await using second = await testApp({ beside: first })
  if (kind === 'known') await first.join({ email: EMAIL })

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      [first, second][index % 2]!.join({ email: EMAIL, business_name: `${index}`, submission_id: `${index}` }),
    ),
  )

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(kind === 'new' ? 1 : 0)
  expect(new Set(answers.map(({ referral_code }) => referral_code)).size).toBe(codes)
  expect(await first.entry(EMAIL)).toMatchObject({ code_count: 6, recent_changes: { length: 5 } })
  expect(await first.rows('select count(*)::int as kept from entry_revisions')).toEqual([{ kept: 5 }])
  expect(await first.rows(SUBMISSIONS)).toHaveLength(codes)
  expect((await first.verify()).flatMap(({ offending }) => offending)).toEqual([])
})

test('an entry keeps its newest twenty earlier answers, and one submission for each of its twenty codes', async () => {
  await using app = await testApp()
  for (let time = 0; time < 23; time += 1) {
    await app.join({ email: EMAIL, business_name: `Name ${time}`, submission_id: `Submission ${time}` })
    await app.aDayPasses()
  }

  const names = await app.rows(`select answers ->> 'business_name' as name from entry_revisions order by id`)
  expect(names.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, index) => `Name ${index + 2}`))
  const submissions = await app.rows(SUBMISSIONS)
  expect(submissions.map(({ submission_id }) => submission_id)).toEqual(
    [...Array(19).keys(), 22].map((time) => `Submission ${time}`),
  )
  expect((await app.verify()).flatMap(({ offending }) => offending)).toEqual([])
})

function again(app: TestApp, changes: object = {}) {
  return app.join({ email: EMAIL, ...changes })
}

/** All rows that joining writes. */
async function everything(app: TestApp) {
  await app.list()
  const tables = ['waitlist_counter', 'waitlist_entries', 'referral_codes', 'entry_revisions', 'events']
  const listings = ['entry_listing', 'rollup_days', 'rollup_sources', 'outbox']
  const rows = await Promise.all(
    [...tables, ...listings].map((table) => app.rows(`select * from ${table} order by 1, 2`)),
  )
  return rows
}
