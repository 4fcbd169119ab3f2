import { expect, onTestFinished, test } from 'vitest'
import type { EntriesPage } from '#shared/list/entry.ts'
import { setSite, site, siteOf } from '#shared/site/site.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { keyOwner } from '../../../test/people/key-owner.ts'
import { signIn } from '../../../test/people/owner.ts'
import { placeAfter } from '../../../test/people/place-after.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'

test('the summary counts the people who joined, with the names that the dashboard uses', async () => {
  await using app = await testApp()
  const [first] = await app.joinMany(3)
  await app.join({ used_referral_code: first!.referral_code, is_solo_provider: false, utm: { source: 'TikTok' } })
  const owner = await signIn(app)

  const summary = (await owner.get('/api/admin/summary?range=7d')).json()

  expect(summary).toMatchObject({
    totalSignups: 4,
    soloProviders: 3,
    groupProviders: 1,
    uniqueIndustriesCount: 1,
    newSignupsLast7Days: 4,
    topPriceRange: '£10-£30',
    changes: { signups: null },
    industries: [{ name: 'Barber', value: 4, percentage: 100 }],
    origins: [
      { name: 'Referral', value: 1, percentage: 25 },
      { name: 'Direct', value: 3, percentage: 75 },
    ],
    sources: [{ name: 'tiktok', value: 1, percentage: 25 }],
    funnel: { visits: 0, submissions: 0 },
  })
  expect(summary.sparklines.signups.map(({ value }: { value: number }) => value)).toEqual([0, 0, 0, 0, 0, 0, 4])
})

test('the overview counts people by stage, and visits by source', async () => {
  await using app = await testApp()
  const people = await app.joinMany(4)
  const owner = await signIn(app)
  await app.rows(`update waitlist_entries set state = 'invited' where position = ${people[1]!.position} returning id`)
  await app.rows(
    `insert into analytics_counts (bucket, event, detail, utm_source, count)
     values (date_trunc('hour', now()), 'page_view', '/', 'tiktok', 3), (date_trunc('hour', now()), 'page_view', '/form', 'tiktok', 2),
       (now() - interval '60 days', 'page_view', '/', 'old', 9) returning event`,
  )

  expect((await owner.get('/api/admin/overview')).json()).toEqual({
    waiting: 3,
    invited: 1,
    admitted: 0,
    visits: [{ source: 'tiktok', visits: 3 }],
  })
})

test.each([
  'range=8d',
  'from=2026-02-30',
  'from=2026-07-01&to=2026-06-30',
  'solo=perhaps',
  'state=erased',
  'tag=%20',
  `campaign=${'x'.repeat(201)}`,
  `q=${'x'.repeat(201)}`,
  'q=%00',
])('a summary of %s is refused', async (query) => {
  await using app = await testApp()
  const owner = await signIn(app)

  expect((await owner.get(`/api/admin/summary?${query}`)).statusCode).toBe(400)
})

test.each([
  ['limit=0', { limit: 'must be at least 1' }],
  ['limit=201', { limit: 'must be at most 200' }],
  ['limit=1.5', { limit: 'must be a whole number' }],
  ['limit=ten', { limit: 'must be a number' }],
  [
    'sort=age',
    { sort: 'must be one of submitted, email, business, friends, launch, standing, tags, industry, solo, price' },
  ],
  [`cursor=${'x'.repeat(4001)}`, { cursor: 'must have at most 4000 characters' }],
])('a page of %s is refused with a readable message', async (query, fields) => {
  await using app = await testApp()
  const owner = await signIn(app)

  expect((await owner.get(`/api/admin/entries?${query}`)).json().error).toMatchObject({ code: 'invalid-input', fields })
})

test('a forged cursor is refused, and the last page has no cursor', async () => {
  await using app = await testApp()
  await app.joinMany(3)
  const owner = await signIn(app)
  const forged = ['x', Buffer.from('["a","b"]').toString('base64url'), Buffer.from('[1]').toString('base64url')]
  for (const cursor of forged) {
    const answer = await owner.get(`/api/admin/entries?cursor=${cursor}`)
    expect({ status: answer.statusCode, fields: answer.json().error?.fields }).toEqual({
      status: 400,
      fields: { cursor: expect.any(String) },
    })
  }

  const page = (await owner.get('/api/admin/entries?limit=2')).json()
  expect(page.entries).toHaveLength(2)
  const rest = (await owner.get(`/api/admin/entries?limit=2&cursor=${page.next_cursor}`)).json()
  expect(rest.entries).toHaveLength(1)
  expect(rest.next_cursor).toBeNull()
  for (const other of ['sort=email', 'sort=submitted&order=asc']) {
    const answer = await owner.get(`/api/admin/entries?limit=2&${other}&cursor=${page.next_cursor}`)
    expect(answer.json().error).toMatchObject({ fields: { cursor: expect.any(String) } })
  }
})

test('an entry shows how its position came about and its earlier answers', async () => {
  await using app = await testApp()
  const [referrer, ...others] = (await app.joinMany(8)).toReversed()
  await app.join({ email: 'one@example.com', used_referral_code: referrer!.referral_code })
  await app.join({ email: 'two@example.com', used_referral_code: referrer!.referral_code, website: 'spam' })
  await app.join({ email: 'three@example.com', used_referral_code: referrer!.referral_code })
  await app.join({
    email: referrer!.email,
    business_name: 'Another Name',
    used_referral_code: others[0]!.referral_code,
  })
  const owner = await signIn(app)
  const { id } = await app.entry(referrer!.email)

  const { entry, history } = (await owner.get(`/api/admin/entries/${id}`)).json()

  expect(entry).toMatchObject({ email: referrer!.email, joined_position: 8, position: placeAfter(8, 2), referrals: 2 })
  expect(history.credits).toMatchObject([
    {
      friend: { email: 'one@example.com' },
      places: site().referral.placesPerFriend,
      state: 'counted',
      position: placeAfter(8, 1),
      moved: 8 - placeAfter(8, 1),
    },
    { friend: { email: 'two@example.com' }, state: 'look', position: placeAfter(8, 1), moved: 0 },
    // Near the front, fewer places are left to move up.
    {
      friend: { email: 'three@example.com' },
      state: 'counted',
      position: placeAfter(8, 2),
      moved: placeAfter(8, 1) - placeAfter(8, 2),
    },
  ])
  expect(history).toMatchObject({ credit_count: 3, referrer: null })
  expect(history.codes).toHaveLength(2)
  expect(history.revisions).toMatchObject([{ business_name: 'The Corner Chair' }])

  const friend = await app.entry('one@example.com')
  expect((await owner.get(`/api/admin/entries/${friend.id}`)).json().history.referrer).toEqual({
    id,
    email: referrer!.email,
  })
  expect((await owner.get(`/api/admin/entries/${crypto.randomUUID()}`)).statusCode).toBe(404)
})

test('the friends of a referrer come page by page, each with the position that they brought', async () => {
  await using app = await testApp()
  await app.joinMany(60)
  const referrer = await app.join({ email: 'referrer@example.com' })
  for (let friend = 0; friend < 12; friend += 1) {
    // Many credits share one instant.
    await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        app.join({
          email: `friend-${friend * 4 + index}@example.com`,
          used_referral_code: referrer.referral_code,
          website: index === 3 ? 'spam' : undefined,
        }),
      ),
    )
  }
  const owner = await signIn(app)
  const { id } = await app.entry('referrer@example.com')
  const credits = `/api/admin/entries/${id}/credits`

  const { history } = (await owner.get(`/api/admin/entries/${id}`)).json()
  const newest = (await owner.get(credits)).json()
  const middle = (await owner.get(`${credits}?cursor=${newest.next_cursor}`)).json()
  // A credit that is added between two pages does not shift the rows of the next page.
  await app.join({ used_referral_code: referrer.referral_code })
  const oldest = (await owner.get(`${credits}?cursor=${middle.next_cursor}`)).json()

  expect({ credits: history.credits, next_cursor: history.next_cursor }).toEqual(newest)
  expect(history.credit_count).toBe(48)
  expect([newest, middle, oldest].map((page) => page.credits.length)).toEqual([20, 20, 8])
  expect(oldest.next_cursor).toBeNull()
  const all = [...oldest.credits, ...middle.credits, ...newest.credits]
  const friends = await app.rows(
    `select id as friend_id from waitlist_entries where inviter_id = $1
    order by created_at, id limit 48`,
    id,
  )
  expect(all.map(({ friend }) => friend.id)).toEqual(friends.map(({ friend_id }) => friend_id))
  let position = 61
  for (const credit of all) {
    const before = Math.max(1, position)
    if (credit.state === 'counted') position -= site().referral.placesPerFriend
    expect(credit).toMatchObject({ position: Math.max(1, position), moved: before - Math.max(1, position) })
  }
  expect((await owner.get(`/api/admin/entries/${crypto.randomUUID()}/credits`)).statusCode).toBe(404)
  for (const key of ['x', ['a', 'b', 1], ['2025-02-30', id, 1], ['2025-02-03', id, 2 ** 40]]) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
    const answer = await owner.get(`${credits}?cursor=${cursor}`)
    expect({ status: answer.statusCode, fields: answer.json().error?.fields }).toEqual({
      status: 400,
      fields: { cursor: expect.any(String) },
    })
  }
})

test('the profile of a person with 50,000 friends and thousands of earlier answers stays small', async () => {
  await using app = await testApp()
  const { referral_code } = await app.join({ email: 'referrer@example.com' })
  const { id } = await app.entry('referrer@example.com')
  await app.rows(
    `insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, inviter_id, counts, created_at)
     select gen_random_uuid(), n || '@example.com', n + 1, 'F' || n, 'F' || n, $1, true, now() + n * interval '1 second'
     from generate_series(1, 50000) as n`,
    id,
  )
  await app.rows(
    `insert into entry_revisions (id, entry_id, answers)
     select gen_random_uuid(), $1, jsonb_build_object('business_name', 'x', 'is_solo_provider', true, 'job_industry', 'x',
       'problems', array['x'], 'other_problem', repeat('x', 2000), 'goals', array['x'], 'other_goal', repeat('x', 2000),
       'price_range', 'x') from generate_series(1, 2000) as n`,
    id,
  )
  const owner = await signIn(app)

  const answer = await owner.get(`/api/admin/entries/${id}`)

  expect(answer.json()).toMatchObject({ entry: { referral_code }, history: { credit_count: 50_000 } })
  expect(answer.json().history.revisions).toHaveLength(20)
  expect(answer.payload.length).toBeLessThan(100_000)
})

test('those whose friends joined in the period come first, whenever they joined themselves', async () => {
  await using app = await testApp()
  const [one, two, three] = await app.joinMany(3)
  for (const used_referral_code of [two, two, two, three, three].map((person) => person!.referral_code)) {
    await app.join({ used_referral_code })
  }
  await app.join({ used_referral_code: one!.referral_code, website: 'spam' })
  // All three joined long ago, and so did the first two friends.
  await app.rows(`update waitlist_entries set created_at = created_at - interval '60 days' where joined_position <= 5`)
  await app.list()
  await app.rows(`update entry_listing set industry = 'Nail Artist' where search like $1`, `${three!.email}%`)
  const owner = await signIn(app)
  const referrersOf = async (query: string) => (await owner.get(`/api/admin/referrers?${query}`)).json().referrers

  const [first, second] = [
    { email: three!.email, referrals: 2 },
    { email: two!.email, referrals: 1 },
  ]
  expect(await referrersOf('range=30d')).toEqual([expect.objectContaining(first), expect.objectContaining(second)])
  expect(await referrersOf('range=all')).toMatchObject([{ ...second, referrals: 3 }, first])
  // The other filters are about the referrers, not about their friends.
  expect(await referrersOf('range=30d&industry=Nail+Artist')).toEqual([expect.objectContaining(first)])
})

test('the owner can ask which of many emails are not on the list', async () => {
  await using app = await testApp()
  await app.join({ email: 'known@example.com' })
  const owner = await signIn(app)

  const emails = [' KNOWN@example.com', 'new@example.com', 'not an address']
  const answer = await owner.post('/api/admin/entries/unknown', { emails })

  expect(answer.json()).toEqual({ unknown: ['new@example.com', 'not an address'] })
})

test('the functions validate their bodies and report services that are not set up', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const sync = await owner.post('/functions/v1/sync-to-beehiiv')
  expect(sync.statusCode).toBe(200)
  expect(sync.json()).toEqual({ success: false, synced: 0, errors: 0, error: { message: 'Beehiiv is not set up' } })

  const body = { referrerEmail: 'a@example.com', newSignupEmail: 'b@example.com', newPosition: 3, referralCount: 1 }
  expect((await owner.post('/functions/v1/send-referral-notification', body)).json()).toEqual({
    success: false,
    error: { message: 'Mail is not set up' },
  })
  for (const name of ['send-waitlist-email', 'send-referral-notification', 'add-to-notion']) {
    expect((await owner.post(`/functions/v1/${name}`, { email: 'x' })).statusCode).toBe(400)
  }
  expect((await owner.get('/api/admin/sync')).json()).toEqual({ run: null })
})

test('one set of filters selects for figures, list, referrers and export', async () => {
  await using app = await testApp()
  const utm = { source: 'TikTok', medium: 'Social', campaign: 'Spring' }
  const referrer = await app.join({ email: 'referrer@example.com', utm })
  await app.join({ email: 'friend@example.com', utm, used_referral_code: referrer.referral_code })
  await app.join({ email: 'other@example.com', utm: { ...utm, campaign: 'autumn' } })
  const owner = await signIn(app)
  const emailsOf = (people: { email: string }[]) => people.map(({ email }) => email)
  const read = async (query: string) => ({
    figure: (await owner.get(`/api/admin/summary?${query}`)).json().totalSignups,
    listed: emailsOf((await owner.get(`/api/admin/entries?${query}`)).json().entries),
    referrers: emailsOf((await owner.get(`/api/admin/referrers?${query}`)).json().referrers),
    exported: (await owner.get(`/api/admin/entries.csv?${query}`)).payload.match(/^"[^"]+@example.com/gm),
  })

  expect(await read('source=tiktok&medium=SOCIAL&campaign=+spring&state=waiting&rejected=no')).toEqual({
    figure: 2,
    listed: ['friend@example.com', 'referrer@example.com'],
    referrers: ['referrer@example.com'],
    exported: ['"friend@example.com', '"referrer@example.com'],
  })
  expect(await read('referred=yes&campaign=spring&doubtful=no')).toMatchObject({
    figure: 1,
    listed: ['friend@example.com'],
    referrers: [],
  })
  expect(await read('tag=vip')).toMatchObject({ figure: 0, listed: [] })

  const [friend] = (await owner.get('/api/admin/entries?referred=yes')).json().entries
  const { history } = (await owner.get(`/api/admin/entries/${friend.id}`)).json()
  expect(history.link).toEqual({ source: 'TikTok', medium: 'Social', campaign: 'Spring' })
})

test('filters that name what nobody has any more find nobody, and fail nothing', async () => {
  await using app = await testApp()
  await app.joinMany(2)
  const owner = await signIn(app)
  for (const gone of [
    'industry=Baker',
    'price=%C2%A35',
    'problem=Parking',
    'goal=Fame',
    'source=gone',
    'medium=gone',
    'campaign=gone',
    'tag=gone',
    'state=admitted',
    'q=%23999999999',
    'q=999999999th',
    'answer_gone=Colour',
  ]) {
    const answers = await Promise.all([
      owner.get(`/api/admin/summary?${gone}`),
      owner.get(`/api/admin/entries?${gone}`),
      owner.get(`/api/admin/referrers?${gone}`),
      owner.get(`/api/admin/words?question=other_problem&${gone}`),
      owner.get(`/api/admin/entries.csv?${gone}`),
    ])
    // Lists and figures ignore the filter of an unknown question. The export rejects it instead of exporting everybody.
    const isAsked = !gone.startsWith('answer_')
    expect([gone, ...answers.map(({ statusCode }) => statusCode)]).toEqual([
      gone,
      200,
      200,
      200,
      200,
      isAsked ? 200 : 400,
    ])
    const found = isAsked ? 0 : 2
    expect([gone, answers[0].json().totalSignups, answers[1].json().entries.length]).toEqual([gone, found, found])
  }
})

test('a list begins after any number of people, whatever its order and filters, and goes on from there', async () => {
  await using app = await testApp()
  await app.joinMany(7)
  const owner = await signIn(app)
  const emails = async (query: string): Promise<{ emails: string[]; next: string | null }> => {
    const { entries, next_cursor } = (await owner.get(`/api/admin/entries?${query}`)).json()
    return {
      emails: entries.map(({ email, rank }: { email: string; rank: number }) => `${rank} ${email}`),
      next: next_cursor,
    }
  }
  for (const order of [
    'sort=submitted',
    'sort=email&order=desc',
    'sort=business',
    'sort=launch',
    'sort=launch&range=all',
    'q=example&solo=yes',
  ]) {
    const all = (await emails(order)).emails
    expect(all).toHaveLength(7)
    const third = await emails(`${order}&limit=2&offset=4`)
    expect(third.emails).toEqual(all.slice(4, 6))
    expect(await emails(`${order}&limit=2&offset=4&cursor=${third.next}`)).toEqual({ emails: all.slice(6), next: null })
    expect(await emails(`${order}&offset=7`)).toEqual({ emails: [], next: null })
  }
  expect((await owner.get('/api/admin/entries?offset=-1')).json().error.fields).toEqual({
    offset: 'must be at least 0',
  })
})

test('a search that matches most of a long list is paged like any other', async () => {
  await using app = await testApp()
  await app.rows(`insert into waitlist_entries (id, email, joined_position, referral_code, newest_code)
    select gen_random_uuid(), n || '@example.com', n, 'AAAAAA', 'AAAAAA' from generate_series(1, 20100) as n`)
  await app.rows(`insert into entry_listing select id, now() - joined_position * interval '1 second', email, '', 'Unknown', null,
    'Unknown', 0, 0, false, null from waitlist_entries`)
  const owner = await signIn(app)
  const positions = async (query: string) => {
    const { entries, next_cursor } = (await owner.get(`/api/admin/entries?range=all&q=example&limit=3&${query}`)).json()
    return { next_cursor, on: entries.map((entry: { joined_position: number }) => entry.joined_position) }
  }

  for (const sort of ['submitted', 'launch']) {
    const first = await positions(`sort=${sort}`)
    expect(first.on).toEqual([1, 2, 3])
    expect((await positions(`sort=${sort}&cursor=${first.next_cursor}`)).on).toEqual([4, 5, 6])
  }
  const last = await positions('sort=submitted&order=asc')
  expect(last.on).toEqual([20_100, 20_099, 20_098])
})

test('people are found and ordered by their friends and by an import, with other filters, in list, file, acts and API', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const [none, one, two] = await app.joinMany(3)
  await app.join({ email: 'nail@example.com', job_industry: 'Nail Artist', used_referral_code: one!.referral_code })
  const nail = await app.entry('nail@example.com')
  for (const friend of [1, 2])
    await app.join({ email: `friend-${friend}@example.com`, used_referral_code: two!.referral_code })
  await app.join({ email: 'other@example.com', used_referral_code: nail.referral_code })
  await owner.importFile('email\nimported@example.com')
  const emails = async (query: string) =>
    (await owner.get(`/api/admin/entries?${query}`)).json<EntriesPage>().entries.map(({ email }) => email)

  expect(await emails('friends=1&sort=friends')).toEqual([two!.email, one!.email, nail.email])
  expect(await emails('friends=1&sort=friends&order=asc')).toEqual([nail.email, one!.email, two!.email])
  expect((await emails('sort=friends')).slice(2, 5)).toEqual([nail.email, none!.email, 'friend-1@example.com'])
  expect(await emails('friends=1&industry=Barber&price=£10-£30')).toEqual([two!.email, one!.email])
  expect(await emails('imported=yes')).toEqual(['imported@example.com'])
  expect(await emails('imported=no&friends=2')).toEqual([two!.email])
  const file = (await owner.get('/api/admin/entries.csv?friends=1&sort=friends&columns=email,referrals')).body
  expect(file.slice(1).trim().split('\r\n').slice(1)).toEqual([
    `"${two!.email}",2`,
    `"${one!.email}",1`,
    `"${nail.email}",1`,
  ])
  await owner.act({ kind: 'tag', tag: 'fans', select: { filters: { range: 'all', friends: 2 } } })
  expect(await emails('tag=fans')).toEqual([two!.email])
  const { call } = await (await keyOwner(app)).makeKey(['read'])
  expect((await call('GET', '/api/v1/entries?friends=2&imported=no')).json().entries).toHaveLength(1)
  for (const friends of ['0', '-1', 'x', '1.5'])
    expect((await owner.get(`/api/admin/entries?friends=${friends}`)).statusCode).toBe(400)
})

test('people are counted by their language, within the filters, once the site has two', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const read = async (query: string) => (await owner.get(`/api/admin/summary?${query}`)).json().languages
  await app.joinMany(2)
  expect(await read('range=7d')).toEqual([])

  const before = site()
  setSite(siteOf({ languages: { first: 'en', others: ['de'], texts: {} } }))
  onTestFinished(() => setSite(before))
  const payload = joinRequest({ email: 'anna@example.com', job_industry: 'Nail Artist' }) as object
  await app.app.inject({ method: 'POST', url: '/de/api/waitlist/entries', payload })

  expect(await read('range=7d')).toEqual([
    { name: 'en', value: 2, percentage: 66.7 },
    { name: 'de', value: 1, percentage: 33.3 },
  ])
  expect(await read('range=all&industry=Nail%20Artist')).toEqual([{ name: 'de', value: 1, percentage: 100 }])
})
