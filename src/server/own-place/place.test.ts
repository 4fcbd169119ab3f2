import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { ERRORS } from '#shared/values/errors.ts'
import { Place } from '#shared/joining/place.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { changeStanding } from '../../../test/standing.ts'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { createTokens } from '../accounts/tokens.ts'
import { withPlacesPerFriend } from '../../../test/with-site.ts'

withPlacesPerFriend(5)

async function placeOf(app: TestApp, token: string): Promise<Place> {
  const response = await callPlace(app, token)
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  return Place.parse(response.json())
}

test('a person sees their place, how it came about, and what the next friend gives', async () => {
  await using app = await testApp()
  await app.joinMany(12)
  const ada = await app.join({ email: 'ada@example.com' })
  await app.joinMany(2)
  await app.join({ email: 'first.friend@gmail.com', used_referral_code: ada.referral_code })
  await app.join({ email: 'robot@gmail.com', used_referral_code: ada.referral_code, website: 'x' })
  await app.join({ email: 'second@example.com', used_referral_code: ada.referral_code })

  const place = await placeOf(app, ada.browser_token!)
  const { full_name: _, ...answers } = sampleAnswers()

  expect(place).toMatchObject({
    email: 'ada@example.com',
    position: 3,
    joined_position: 13,
    // Two friends come before the person who joined at #3.
    place_in_line: 3,
    ahead: 2,
    behind: 15,
    // #1 is shared with the first person, who has no friends.
    next_friend: { position: 1, place_in_line: 1 },
    referral_code: ada.referral_code,
    referrals: 2,
    friends: [
      { label: 's•••@example.com', state: 'counted' },
      { label: 'r•••@gmail.com', state: 'look' },
      { label: 'f•••@gmail.com', state: 'counted' },
    ],
    history: [
      { kind: 'friend', friend: 's•••@example.com', position: 3, places: 5 },
      { kind: 'friend-waits', friend: 'r•••@gmail.com', position: 8, places: 0 },
      { kind: 'friend', friend: 'f•••@gmail.com', position: 8, places: 5 },
      { kind: 'joined', position: 13, places: 0 },
    ],
    answers: { ...answers, other_goal: null },
    state: 'waiting',
    gets_mail: true,
    wants_updates: true,
    friend_mails: 'each',
    wants_mail: true,
    waiting_change: null,
    mailed: false,
  })
  expect(place.milestones.map(({ friends, reached }) => [friends, reached])).toEqual([
    [1, true],
    [3, false],
    [10, false],
  ])
})

test('the place in line and that of the next friend equal what the list says once the friend has joined', async () => {
  await using app = await testApp()
  const people = await app.joinMany(14)
  for (const [index, friends] of [
    [3, 1],
    [8, 2],
    [9, 1],
    [13, 3],
  ] as const)
    for (let joined = 0; joined < friends; joined += 1)
      await app.join({ used_referral_code: people[index]!.referral_code })
  for (const index of [0, 6, 9, 12, 13]) {
    const { browser_token, referral_code } = people[index]!
    const { next_friend } = await placeOf(app, browser_token!)
    await app.join({ used_referral_code: referral_code })
    const { position, place_in_line } = await placeOf(app, browser_token!)
    expect([index, next_friend]).toEqual([index, { position, place_in_line }])
  }
})

test('people who cannot be invited have no place in line, and friends who left are gone from their history', async () => {
  await using app = await testApp()
  const [ada] = await app.joinMany(1)
  const waiting = { email: 'waiting@example.com', used_referral_code: ada!.referral_code, website: 'x' }
  await app.join(waiting)
  await app.join({ email: 'counted@example.com', used_referral_code: ada!.referral_code })
  const owner = await erasingOwner(app)
  await using server = await testApp({ beside: app, work: true })
  void server
  await owner.erase((await app.entry(waiting.email)).id, (await app.entry('counted@example.com')).id)
  await changeStanding(app, [(await app.entry(ada!.email)).id], `state = 'invited'`)

  expect(await placeOf(app, ada!.browser_token!)).toMatchObject({
    place_in_line: null,
    ahead: null,
    behind: null,
    next_friend: null,
    state: 'invited',
    friends: [],
    history: [{ kind: 'joined' }],
  })
})

test('a rejected person sees the place that they would have, and no trace of being rejected', async () => {
  await using app = await testApp()
  const people = await app.joinMany(8)
  const { browser_token, email } = people[3]!
  await app.join({ used_referral_code: people[5]!.referral_code })
  const before = await placeOf(app, browser_token!)

  await changeStanding(app, [(await app.entry(email)).id], 'is_rejected = true')

  expect(before).toMatchObject({ position: 4, place_in_line: 5, ahead: 4, behind: 4 })
  expect(await placeOf(app, browser_token!)).toEqual(before)
})

test('every token that is not good gets the same answer', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: 'ada@example.com' })
  const tokens = createTokens(app.pool)
  const { id } = await app.entry('ada@example.com')
  const body = { error: { code: 'not-found', message: ERRORS['not-found'].message } }
  const others = ['confirm', 'unsubscribe', 'invitation'] as const
  const bad = [
    '',
    'x'.repeat(400),
    `${browser_token}A`,
    ...(await Promise.all(others.map((purpose) => tokens.signFirst(purpose, id)))),
    await tokens.signFirst('browser', randomUUIDv7()),
  ]
  for (const token of bad) {
    const response = await callPlace(app, token)
    expect([token, response.statusCode, response.json()]).toEqual([token, 404, body])
  }
  for (const headers of [{}, { authorization: `Basic ${browser_token}` }, { authorization: browser_token }])
    expect((await app.app.inject({ url: '/api/place', headers })).statusCode).toBe(404)
})

test('opening a mailed link ends no token; the first press with one ends that from joining, once', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: 'ada@example.com' })
  const mailed = await mailedToken(app, 'ada@example.com', { hoursAgo: 3 })
  const press = (ownToken?: string) =>
    callPlace(app, mailed, { method: 'PATCH', payload: { answers: { business_name: 'Mine' } }, ownToken })

  // A scanner opens links, and runs the scripts of the page.
  expect(await placeOf(app, mailed)).toMatchObject({ mailed: false })
  expect(await placeOf(app, browser_token!)).toMatchObject({ mailed: false })
  // The browser that joined is also the one that reads the mails.
  expect((await press(browser_token)).statusCode).toBe(200)
  expect(await placeOf(app, browser_token!)).toMatchObject({ answers: { business_name: 'Mine' } })

  await press()
  expect((await callPlace(app, browser_token!)).statusCode).toBe(404)
  const later = (await createTokens(app.pool).sign('browser', (await app.entry('ada@example.com')).id))!
  await press()
  expect(await placeOf(app, later)).toMatchObject({ email: 'ada@example.com' })
  expect(await placeOf(app, mailed)).toMatchObject({ email: 'ada@example.com' })
})

test('a press ends the token from joining although its browser shows another token', async () => {
  await using app = await testApp()
  const eve = await app.join({ email: 'eve@example.com' })
  for (const own of ['x', eve.browser_token!, 'mailed']) {
    const [ada] = await app.joinMany(1)
    const mailed = await mailedToken(app, ada!.email)
    const ownToken = own === 'mailed' ? mailed : own
    expect((await callPlace(app, mailed, { url: '/api/place/export', ownToken })).statusCode).toBe(200)
    expect((await callPlace(app, ada!.browser_token!)).statusCode).toBe(404)
  }
  expect((await callPlace(app, eve.browser_token!)).statusCode).toBe(200)
})

test('somebody who typed an address first never sees what its owner sends later', async () => {
  await using app = await testApp()
  const eve = await app.join({ email: 'ada@example.com', full_name: 'Eve', business_name: 'Eve’s' })
  await app.join({ email: 'ada@example.com', full_name: 'Ada', business_name: 'Ada’s' })

  const seen = await placeOf(app, eve.browser_token!)
  expect(seen).toMatchObject({ answers: {}, answers_hidden: true, full_name: null, position: 1 })
  expect(JSON.stringify(seen)).not.toContain('Ada’s')
  const change = { method: 'PATCH', payload: { answers: { goals: ['Connect with mentors'] } } } as const
  const refused = await callPlace(app, eve.browser_token!, change)
  expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'link-needed'])

  // The person who reads the mailbox sees all of it. Their first press ends the other token.
  const mailed = await mailedToken(app, 'ada@example.com')
  expect(await placeOf(app, mailed)).toMatchObject({ answers: { business_name: 'Ada’s' }, answers_hidden: false })
  expect((await callPlace(app, mailed, change)).json()).toMatchObject({ answers: { goals: ['Connect with mentors'] } })
  expect((await callPlace(app, eve.browser_token!)).statusCode).toBe(404)
})

test('a friend who has not confirmed is nowhere at the place of the person whose code they used', async () => {
  await using app = await testApp()
  await using confirming = await testApp({ beside: app, mustConfirm: true })
  const ada = await app.join({ email: 'ada@example.com' })
  const before = await placeOf(app, ada.browser_token!)
  const mailed = await mailedToken(app, 'ada@example.com')
  const ownToken = ada.browser_token
  const exported = async () => (await callPlace(app, mailed, { url: '/api/place/export', ownToken })).json()
  const { friends, history } = await exported()
  // Ada types addresses that may be on the list, with her own code. One of them is on it.
  await app.join({ email: 'known@example.com' })
  const others = Array.from({ length: 101 }, (_, index) => `new-${index}@example.com`)
  const typed = ['known@example.com', 'new@example.com', ...others]
  await Promise.all(
    typed.map((email) => confirming.post(joinRequest({ email, used_referral_code: ada.referral_code }))),
  )
  expect(await app.friends()).toEqual([])

  await app.join()
  await expect.poll(async () => (await placeOf(app, ada.browser_token!)).behind).toBe(2)
  const { next_friend: _, ...same } = before
  expect(await placeOf(app, ada.browser_token!)).toMatchObject({ ...same, behind: 2 })
  expect(await exported()).toMatchObject({ friends, history })

  const token = await mailedToken(app, 'new@example.com', { purpose: 'confirm' })
  expect((await callPlace(confirming, token, { method: 'POST', url: '/api/place/confirm' })).statusCode).toBe(204)
  await expect.poll(async () => (await placeOf(app, ada.browser_token!)).friends.length).toBe(1)
})

test('a person who unsubscribed gets mail again with a link of the last hour', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: 'ada@example.com' })
  const { id } = await app.entry('ada@example.com')
  await app.rows('insert into mail_opt_outs (entry_id) values ($1)', id)
  await app.rows('update waitlist_entries set updates_off_at = now()')
  expect(await placeOf(app, browser_token!)).toMatchObject({ gets_mail: false, wants_mail: false })

  const resume = (token: string) => callPlace(app, token, { method: 'POST', url: '/api/place/mail' })
  expect((await resume(browser_token!)).statusCode).toBe(403)
  expect(await app.rows('select from mail_opt_outs')).toHaveLength(1)
  const resumed = await resume(await mailedToken(app, 'ada@example.com'))
  expect(Place.parse(resumed.json())).toMatchObject({ gets_mail: true, wants_mail: true, wants_updates: true })
  expect(await app.waiting('sync-to-beehiiv')).toContainEqual({ subject: id, friend_id: null })
})

test('a clock that was wrong when a mail was sent, or is wrong now, makes no link fresh', async () => {
  await using app = await testApp()
  await app.join({ email: 'ada@example.com' })
  for (const hoursAgo of [-48, -2, 2, 48]) {
    const token = await mailedToken(app, 'ada@example.com', { hoursAgo })
    expect([hoursAgo, (await placeOf(app, token)).mailed]).toEqual([hoursAgo, false])
  }
})
