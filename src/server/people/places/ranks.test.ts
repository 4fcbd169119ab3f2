import { expect, test } from 'vitest'
import { signIn } from '../../../../test/people/owner.ts'
import { changeStanding } from '../../../../test/standing.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { lockCounter } from '../../listing/rows/counter.ts'
import { keepRanks } from './keep-ranks.ts'
import { readPlace } from './read-place.ts'
import { withPlacesPerFriend } from '../../../../test/with-site.ts'
import { inTransaction } from '../../db/query.ts'
import { RECOUNTED_SUMS } from './read-ranks.ts'
import { tidyRanks } from '../../listing/prepare-list.ts'

withPlacesPerFriend(5)

type Page = { entries: { id: string; email: string; rank: number | null }[]; next_cursor: string | null }

async function openLists(app: TestApp) {
  const owner = await signIn(app)
  return {
    owner,
    list: async (query: string): Promise<Page> => (await owner.get(`/api/admin/entries?range=all&${query}`)).json(),
    profile: async (email: string) => (await owner.get(`/api/admin/entries/${(await app.entry(email)).id}`)).json(),
  }
}

const ranksIn = ({ entries }: Page) => entries.map(({ email, rank }) => [email, rank])

test('a list begins at any rank in launch order, and its next page continues there', async () => {
  await using app = await testApp()
  const people = await app.joinMany(9)
  await app.join({ email: 'friend@example.com', used_referral_code: people[8]!.referral_code })
  const { list } = await openLists(app)

  const page = await list('from_rank=4&limit=3')

  // The ninth person moved up to #4 and has a friend, so they come before the person who joined there.
  expect(ranksIn(page)).toEqual([
    [people[8]!.email, 4],
    [people[3]!.email, 5],
    [people[4]!.email, 6],
  ])
  const next = await list(`from_rank=4&limit=3&cursor=${page.next_cursor}`)
  expect(next.entries.map(({ rank }) => rank)).toEqual([7, 8, 9])
  const last = await list(`sort=launch&limit=3&cursor=${next.next_cursor}`)
  expect(ranksIn(last)).toEqual([['friend@example.com', 10]])
  expect(last.next_cursor).toBeNull()
  expect((await list('from_rank=4&order=desc')).entries.map(({ rank }) => rank)).toEqual([4, 3, 2, 1])
})

test('a filtered list begins at a rank of all people, and shows the rank of those that pass', async () => {
  await using app = await testApp()
  const people = await app.joinMany(3)
  for (const industry of ['Barber', 'Hairdresser', 'Barber', 'Hairdresser']) {
    people.push({ email: `${people.length}@example.com`, ...(await app.join({ job_industry: industry })) })
  }
  const { list } = await openLists(app)
  const hairdressers = await app.rows(
    `select email from waitlist_entries where job_industry = 'Hairdresser' order by 1`,
  )

  expect((await list('from_rank=6&industry=Hairdresser')).entries.map(({ rank }) => rank)).toEqual([7])
  expect((await list('from_rank=4&industry=Hairdresser')).entries.map(({ rank }) => rank)).toEqual([5, 7])
  expect((await list('from_rank=5&q=barber&solo=yes')).entries.map(({ rank }) => rank)).toEqual([6])
  expect((await list('from_rank=1&q=nobody')).entries).toEqual([])
  expect(hairdressers).toHaveLength(2)
})

test('a page beyond the last rank is empty', async () => {
  await using app = await testApp()
  const { list } = await openLists(app)
  expect(await list('from_rank=1')).toEqual({ entries: [], next_cursor: null })

  await app.joinMany(2)

  expect((await list('from_rank=2')).entries).toHaveLength(1)
  for (const rank of [3, 2_147_483_647]) {
    expect(await list(`from_rank=${rank}`)).toEqual({ entries: [], next_cursor: null })
  }
})

test('a list from a rank that cannot be is refused, and the answer names the field', async () => {
  await using app = await testApp()
  const { owner } = await openLists(app)
  const messages = {
    'from_rank=0': 'must be at least 1',
    'from_rank=-1': 'must be at least 1',
    'from_rank=': 'must be at least 1',
    'from_rank=1.5': 'must be a whole number',
    'from_rank=first': 'must be a number',
    'from_rank=2147483648': 'must be at most 2147483647',
    'from_rank=2&sort=email': 'goes with sort=launch only',
  }
  for (const [query, message] of Object.entries(messages)) {
    const answer = await owner.get(`/api/admin/entries?${query}`)
    expect({ query, status: answer.statusCode, error: answer.json().error }).toMatchObject({
      query,
      status: 400,
      error: { code: 'invalid-input', fields: { from_rank: message } },
    })
  }
})

test('people who cannot be invited have no rank, in any sort, and the others close ranks', async () => {
  await using app = await testApp()
  const people = (await app.joinMany(8)).map(({ email }) => email)
  const ids = await Promise.all(people.map(async (email) => (await app.entry(email)).id))
  const standings = [
    `state = 'invited'`,
    'is_rejected = true',
    `state = 'admitted'`,
    'confirmed_at = now()',
    "marks = '{trap}'",
  ]
  for (const [index, standing] of standings.entries()) await changeStanding(app, [ids[index]!], standing)
  const { list, profile } = await openLists(app)
  const expected = new Map(people.map((email, index) => [email, index < 3 ? null : index - 2]))

  for (const sort of ['submitted', 'email', 'business', 'launch']) {
    expect(new Map((await list(`sort=${sort}`)).entries.map(({ email, rank }) => [email, rank]))).toEqual(expected)
  }
  // Everybody else in launch order is shown, too.
  expect((await list('from_rank=1')).entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  expect(await profile(people[1]!)).toMatchObject({ place: null, entry: { rank: null } })
  expect(await profile(people[4]!)).toMatchObject({ place: { rank: 2, ahead: 1, behind: 3 }, entry: { rank: 2 } })

  await changeStanding(app, ids, `state = 'waiting', is_rejected = false`)
  expect((await list('sort=launch')).entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('work that keeps ranks inside other such work counts each change once', async () => {
  await using app = await testApp()
  await app.joinMany(3)
  const rows = await app.rows('select id from waitlist_entries order by joined_position')
  const [first, second] = rows.map(({ id }) => id)
  await inTransaction(app.pool, async (tx) => {
    await lockCounter(tx)
    const reject = (id: string) => tx.query('update waitlist_entries set is_rejected = true where id = $1', [id])
    await keepRanks(tx, [first], async () => {
      await reject(first)
      await keepRanks(tx, [first, second], () => reject(second))
    })
  })

  expect(await readPlace(app.pool, rows[2].id)).toEqual({ rank: 1, ahead: 0, behind: 0, ranked: 1 })
})

test('an erased person has no place, and neither has an id that is nobody’s', async () => {
  await using app = await testApp()
  const [erased, other] = await app.joinMany(2)
  const { id } = await app.entry(erased!.email)
  await changeStanding(app, [id], 'email = null, erased_at = now()')

  expect(await readPlace(app.pool, id)).toBeNull()
  expect(await readPlace(app.pool, crypto.randomUUID())).toBeNull()
  const { id: otherId } = await app.entry(other!.email)
  expect(await readPlace(app.pool, otherId)).toEqual({ rank: 1, ahead: 0, behind: 0, ranked: 1 })
})

test('sums of empty buckets are dropped', async () => {
  await using app = await testApp()
  const [referrer] = await app.joinMany(1)
  for (let friends = 0; friends < 3; friends += 1) await app.join({ used_referral_code: referrer!.referral_code })
  const empty = () => app.rows('select count(*)::int as empty from rank_sums where entries = 0')
  expect(await empty()).toEqual([{ empty: 3 }])

  await inTransaction(app.pool, tidyRanks)

  expect(await empty()).toEqual([{ empty: 0 }])
  expect(await app.verify()).toEqual([])
})

test('among 50,000 people at #1, the rank of one person is counted from a few of them', async () => {
  await using app = await testApp()
  await app.rows(`insert into waitlist_entries
      (id, email, joined_position, credited_places, referrals, referral_code, newest_code)
    select gen_random_uuid(), n || '@example.com', n, n, n % 7, 'AAAAAA', 'AAAAAA' from generate_series(1, 50000) as n`)
  await app.rows('update waitlist_counter set last_position = 50000, entries = 50000')
  await app.rows(`insert into rank_sums (bucket, entries) ${RECOUNTED_SUMS}`)
  const { id } = await app.entry('25000@example.com')
  const [{ rank }] = await app.rows(`select 1 + count(*)::int as rank from waitlist_entries
    where (-referrals, joined_position) < (-(25000 % 7), 25000)`)
  const read = async () => {
    await Promise.all(Array.from({ length: 4 }, () => app.rows('select pg_stat_force_next_flush(), pg_sleep(0.1)')))
    const [row] = await app.rows(`select sum(idx_tup_read)::int as read from pg_stat_user_indexes
      where relname = 'waitlist_entries'`)
    return row.read
  }

  const before = await read()
  expect(await readPlace(app.pool, id)).toEqual({ rank, ahead: rank - 1, behind: 50_000 - rank, ranked: 50_000 })
  expect((await read()) - before).toBeLessThan(1_200)
})
