import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_CHANGES_PER_DAY, MAX_CODES_PER_ENTRY } from '#shared/joining/joining-again.ts'
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from '#shared/joining/referral-code.ts'
import { drawCode } from './codes.ts'
import { placeAfter } from '../../../test/people/place-after.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'

const ENTRIES = 'select count(*)::int as entries from waitlist_entries'
const CODE = new RegExp(`^[${REFERRAL_CODE_ALPHABET}]{${REFERRAL_CODE_LENGTH}}$`)

test('POST /api/waitlist/entries gives a new person the next position and a code', async () => {
  await using app = await testApp()
  const first = await app.join()
  const second = await app.join({ email: ' Second@Example.COM ', used_referral_code: '' })

  expect(first).toEqual({
    status: 201,
    position: 1,
    browser_token: expect.any(String),
    referral_code: expect.stringMatching(CODE),
  })
  expect(second).toMatchObject({ status: 201, position: 2 })
  expect(await app.entry('second@example.com')).toMatchObject({
    position: 2,
    joined_position: 2,
    referral_code: second.referral_code,
    used_referral_code: null,
    referrals: 0,
    business_name: 'The Corner Chair',
    is_solo_provider: true,
    job_industry: 'Barber',
    problems: ['Challenges in expanding your client base'],
    other_problem: null,
    goals: ['Increase my number of bookings', 'Connect with mentors'],
    other_goal: null,
    price_range: '£10 - £30/month',
  })
  expect((await app.app.inject('/api/waitlist/count')).json()).toEqual({ count: 2 })
})

test('POST /api/waitlist/entries moves the referrer up, never above 1', async () => {
  await using app = await testApp()
  const people = await app.joinMany(8)
  const [first, last] = [people[0]!, people[7]!]

  await app.join({ email: 'friend@example.com', used_referral_code: ` ${last.referral_code.toLowerCase()} ` })
  await app.join({ used_referral_code: first.referral_code })

  expect(await app.entry(last.email)).toMatchObject({ position: placeAfter(8, 1), joined_position: 8, referrals: 1 })
  expect(await app.entry(first.email)).toMatchObject({ position: 1, joined_position: 1, referrals: 1 })
  const referrer = await app.entry(last.email)
  const friend = await app.entry('friend@example.com')
  expect(friend.used_referral_code).toBe(last.referral_code.toLowerCase())
  expect(await app.waiting('send-waitlist-email')).toContainEqual({ subject: friend.id, friend_id: null })
  expect(await app.waiting('send-referral-notification')).toContainEqual({ subject: referrer.id, friend_id: friend.id })
})

test('a code that belongs to nobody is kept as typed and credits nobody', async () => {
  await using app = await testApp()
  await app.join({ email: 'friend@example.com', used_referral_code: 'no such code' })

  expect(await app.entry('friend@example.com')).toMatchObject({ position: 1, used_referral_code: 'no such code' })
  expect(await app.friends()).toEqual([])
})

test('joining again keeps the position, replaces the answers, keeps the earlier ones and gives out a code that works', async () => {
  await using app = await testApp()
  const [first] = await app.joinMany(1)
  const again = await app.join({
    email: first!.email,
    business_name: 'New Name',
    used_referral_code: first!.referral_code,
  })

  expect(again).toMatchObject({ status: 200, position: 1 })
  expect(again.referral_code).not.toBe(first!.referral_code)
  expect(await app.entry(first!.email)).toMatchObject({
    business_name: 'New Name',
    referral_code: first!.referral_code,
    used_referral_code: null,
    referrals: 0,
  })
  expect(await app.rows('select answers from entry_revisions')).toMatchObject([
    { answers: { business_name: 'The Corner Chair' } },
  ])
  expect(await app.friends()).toEqual([])

  await app.join({ used_referral_code: first!.referral_code })
  await app.join({ used_referral_code: again.referral_code })
  expect(await app.entry(first!.email)).toMatchObject({ referrals: 2 })
})

test('joining again credits nobody, and shows the current position', async () => {
  await using app = await testApp()
  const people = await app.joinMany(12)
  const [referrer, other] = [people[11]!, people[10]!]
  await app.join({ email: 'friend@example.com', used_referral_code: referrer.referral_code })
  await app.join({ email: 'friend@example.com', used_referral_code: other.referral_code })

  expect(await app.join({ email: referrer.email })).toMatchObject({ status: 200, position: placeAfter(12, 1) })
  expect(await app.entry(other.email)).toMatchObject({ position: 11, referrals: 0 })
  expect(await app.entry('friend@example.com')).toMatchObject({ used_referral_code: referrer.referral_code })
})

test('an entry that has the maximum number of codes gets its newest code again', async () => {
  await using app = await testApp()
  const codes: string[] = []
  for (let time = 0; time < MAX_CODES_PER_ENTRY + 2; time += 1) {
    codes.push((await app.join({ email: 'a@example.com' })).referral_code)
    await app.aDayPasses()
  }

  const newest = codes[MAX_CODES_PER_ENTRY - 1]
  expect(new Set(codes).size).toBe(MAX_CODES_PER_ENTRY)
  expect(codes.slice(-3)).toEqual([newest, newest, newest])
  expect(await app.rows('select count(*)::int as codes from referral_codes')).toEqual([{ codes: MAX_CODES_PER_ENTRY }])
})

test('a repeated submission gets the same answer and does nothing twice', async () => {
  await using app = await testApp()
  const [referrer] = await app.joinMany(1)
  const request = joinRequest({ submission_id: randomUUID(), used_referral_code: referrer!.referral_code })
  const answers = await Promise.all([app.join(request), app.join(request), app.join(request)])

  expect(answers[0]).toMatchObject({ status: 201, position: 2 })
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await app.join(request)).toEqual(answers[0])
  expect(await app.entry(referrer!.email)).toMatchObject({ referrals: 1 })
  expect(await app.rows('select count(*)::int as codes from referral_codes')).toEqual([{ codes: 2 }])
  expect(await app.waiting('send-waitlist-email')).toHaveLength(2)
})

test('one email from many tabs at once becomes one entry, and every answer is true', async () => {
  await using app = await testApp()
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, tab) => app.join({ email: 'tabs@example.com', business_name: `Tab ${tab}` })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(14).fill(200), 201])
  expect(new Set(answers.map(({ position }) => position))).toEqual(new Set([1]))
  expect(await app.rows(ENTRIES)).toEqual([{ entries: 1 }])
  const codes = await app.rows('select code from referral_codes')
  const answered = [...new Set(answers.map(({ referral_code }) => referral_code))]
  expect(codes.map(({ code }) => code).sort()).toEqual(answered.sort())
  expect(codes).toHaveLength(1 + MAX_CHANGES_PER_DAY)
  expect(await app.rows('select count(*)::int as revisions from entry_revisions')).toEqual([
    { revisions: MAX_CHANGES_PER_DAY },
  ])
})

test('in a spike every request is answered, in the order of arrival', async () => {
  await using app = await testApp()
  const joined = await Promise.all(Array.from({ length: 3_000 }, () => app.join()))

  expect(joined.map(({ position }) => position)).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1))
})

test('no join reads a whole table, even if its plans were made while the list was small', async () => {
  // Every code has an O, so the index of codes with look-alike characters contains all of them.
  await using app = await testApp({ draw: () => `O${drawCode().slice(1)}` })
  // Many inviters: each update leaves a dead version of the row, which lookups read until it is cleaned up.
  const inviters = await app.joinMany(40)
  // One after the other: each is a batch of its own.
  for (let index = 0; index < 400; index += 1) {
    const code = inviters[index % 40]!.referral_code
    const typed = [code, code.replace('O', '0'), 'O0I1LL']
    await app.join({ used_referral_code: typed[index % 3], submission_id: randomUUID() })
  }
  await app.join({ email: inviters[0]!.email })

  // Each connection counts for itself until then.
  const { totalCount } = app.pool
  await Promise.all(
    Array.from({ length: totalCount }, () => app.rows('select pg_stat_force_next_flush(), pg_sleep(0.1)')),
  )
  const tables = await app.rows(`select relname, seq_scan::int as full_reads from pg_stat_user_tables
    where schemaname = 'public' and n_tup_ins > 2`)
  expect(tables.map(({ relname }) => relname)).toEqual(
    expect.arrayContaining(['waitlist_entries', 'referral_codes', 'full_names', 'events']),
  )
  expect(tables.filter(({ full_reads }) => full_reads > 0)).toEqual([])
  const indexes = await app.rows('select indexrelname, idx_tup_read::int as read from pg_stat_user_indexes')
  // A plan that scans an index from end to end reads about 200 rows for each join; a lookup reads a few.
  const joins = 441
  expect(indexes.filter(({ read }) => read > 10 * joins)).toEqual([])
})

test('no join waits for parallel workers, even if the planner would use some', async () => {
  await using app = await testApp()
  const eager = [
    'min_parallel_index_scan_size',
    'min_parallel_table_scan_size',
    'parallel_setup_cost',
    'parallel_tuple_cost',
  ]
  app.pool.on('connect', (client) => void client.query(eager.map((name) => `set ${name} = 0`).join('; ')))
  const started = async () => {
    await app.rows('select pg_stat_force_next_flush(), pg_sleep(0.1)')
    const [row] = await app.rows(`select parallel_workers_to_launch::int as workers from pg_stat_database
      where datname = current_database()`)
    return row.workers
  }
  const before = await started()
  const [first] = await app.joinMany(2)
  await app.join({ email: first!.email })

  expect(await started()).toBe(before)
})

test('a crowd of newcomers and rejoining people on two servers gets all its answers', async () => {
  await using first = await testApp()
  await using second = await testApp({ beside: first })
  const [known] = await first.joinMany(1)
  const crowd = await Promise.all(
    Array.from({ length: 600 }, (_, index) =>
      [first, second][index % 2]!.join(index % 10 === 0 ? { email: known!.email } : {}),
    ),
  )

  const newcomers = crowd.filter(({ status }) => status === 201)
  expect(newcomers.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 540 }, (_, index) => index + 2),
  )
  expect((await first.verify()).flatMap(({ offending }) => offending)).toEqual([])
})

test('a crowd larger than a batch gets all its answers, each with its own position', async () => {
  await using app = await testApp()
  const [referrer] = await app.joinMany(1)
  const crowd = await Promise.all(
    Array.from({ length: 1_200 }, (_, index) =>
      app.join({ used_referral_code: index % 3 === 0 ? referrer!.referral_code : null }),
    ),
  )

  expect(new Set(crowd.map(({ position }) => position)).size).toBe(1_200)
  expect(await app.entry(referrer!.email)).toMatchObject({ position: 1, referrals: 400 })
  expect(await app.waiting('send-waitlist-email')).toHaveLength(1_201)
  expect((await app.verify()).flatMap(({ offending }) => offending)).toEqual([])
})

test("a person's own code credits nobody, and neither does an alias of it", async () => {
  await using app = await testApp()
  const first = await app.join({ email: 'own@example.com' })
  const alias = await app.join({ email: 'own@example.com', used_referral_code: first.referral_code })
  await app.join({ email: 'own@example.com', used_referral_code: alias.referral_code.toLowerCase() })

  expect(await app.entry('own@example.com')).toMatchObject({ referrals: 0, used_referral_code: null })
  expect(await app.friends()).toEqual([])
})

test('a code drawn twice in a batch is drawn again', async () => {
  // Each code is drawn three times.
  const draws = Array.from({ length: 100 }, (_, index) => `CODE${Math.floor(index / 3) + 10}`)
  await using app = await testApp({ draw: () => draws.shift()! })
  const codes = (await Promise.all([app.join(), app.join(), app.join(), app.join()])).map((one) => one.referral_code)

  expect(new Set(codes).size).toBe(4)
})

test('a taken code is replaced by the spare one, and if both are taken another is drawn', async () => {
  const first = ['AAAAAA', 'BBBBBB']
  const oneIsFree = ['AAAAAA', 'CCCCCC']
  const noneIsFree = ['AAAAAA', 'CCCCCC', 'AAAAAA', 'CCCCCC', 'DDDDDD']
  const draws = [...first, ...oneIsFree, ...noneIsFree]
  await using app = await testApp({ draw: () => draws.shift()! })
  const codes = (await app.joinMany(3)).map(({ referral_code }) => referral_code)

  expect(codes).toEqual(['AAAAAA', 'CCCCCC', 'DDDDDD'])
})

test('a request that fills in the hidden field joins, but waits for the owner', async () => {
  await using app = await testApp()
  const people = await app.joinMany(9)
  await app.join({ used_referral_code: people[8]!.referral_code, website: 'https://spam.example' })

  expect(await app.entry(people[8]!.email)).toMatchObject({ position: 9, referrals: 0 })
  expect(await app.friends()).toMatchObject([{ state: 'look' }])
  expect(await app.waiting('send-waitlist-email')).toHaveLength(10)
  expect(await app.waiting('send-referral-notification')).toEqual([])
})

test('the code of an erased entry credits nobody, and its email may join again at the end of the list', async () => {
  await using app = await testApp()
  const [erased] = await app.joinMany(2)
  await app.rows(`update waitlist_entries set email = null, erased_at = now() where email = '${erased!.email}'`)
  await app.join({ used_referral_code: erased!.referral_code })

  expect(await app.friends()).toEqual([])
  expect(await app.join({ email: erased!.email })).toMatchObject({ status: 201, position: 4 })
})
