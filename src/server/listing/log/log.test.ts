import { expect, test } from 'vitest'
import { actingOwner } from '../../../../test/people/acting-owner.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { checkInvariants } from '../../operations/invariants.ts'
import { followSetAside } from '../../people/events/follow-log.ts'
import { dropEventsOfLeft, lockFollower } from '../../people/events/followers.ts'
import { renewBesideJoins } from './renew.ts'
import { inTransaction } from '../../db/query.ts'
import { onOwnClient } from '../../db/pool.ts'
import { LISTING } from './catch-up.ts'

const summaryOf = async (owner: { get: (url: string) => Promise<{ json: () => any }> }) =>
  (await owner.get('/api/admin/summary?range=all')).json()
const listed = (app: TestApp) => app.rows('select entry_id from entry_listing')
/** Checks the rules as `npm run verify` does, without following the log first. */
const verifyAsItIs = async ({ database }: TestApp) =>
  (await onOwnClient(database.connection, checkInvariants)).filter(({ offending }) => offending.length > 0)

test('the log has what happened in one order, and whoever reads figures or the list brings them level', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const people = await app.joinMany(3)
  await app.join({ email: people[0]!.email, business_name: 'Another Chair' })
  const ids = await Promise.all(people.map(async ({ email }) => (await app.entry(email)).id))

  expect(await listed(app)).toEqual([])
  expect(await verifyAsItIs(app)).toEqual([])
  expect(await summaryOf(owner)).toMatchObject({ totalSignups: 3, uncounted: { joins: 0, seconds: 0, missing: 0 } })
  expect(await listed(app)).toHaveLength(3)
  await app.join()
  const entries = (await owner.get('/api/admin/entries?q=Another+Chair')).json().entries
  expect(entries).toMatchObject([{ id: ids[0] }])
  await app.join()
  expect((await owner.get('/api/admin/entries.csv')).body.trim().split('\n')).toHaveLength(6)
  await owner.act({ kind: 'erase', select: { ids: [ids[1]!] } })

  expect(await app.rows('select seq::int, entry_id, kind from events order by seq')).toMatchObject([
    ...ids.map((entry_id, index) => ({ seq: index + 1, entry_id, kind: 'joined' })),
    { seq: 4, entry_id: ids[0], kind: 'rejoined' },
    { kind: 'joined' },
    { kind: 'joined' },
    { seq: 7, entry_id: ids[1], kind: 'left' },
  ])
  expect(await app.verify()).toEqual([])
})

test('while a frozen server holds the log, figures say what they lack, and people go on joining', async () => {
  await using app = await testApp({ figuresWait: 300 })
  const owner = await signIn(app)
  await inTransaction(app.pool, async (tx) => {
    await lockFollower(tx, LISTING.name)
    await app.joinMany(2)
    expect(await summaryOf(owner)).toMatchObject({ totalSignups: 0, uncounted: { joins: 2, missing: 0 } })
    expect(await verifyAsItIs(app)).toEqual([])
  })
  await app.list()
  expect(await summaryOf(owner)).toMatchObject({ totalSignups: 2, uncounted: { joins: 0 } })
})

test('somebody who cannot be listed is set aside, keeps nobody else from being listed, and is tried again', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  await app.rows(`alter table entry_listing add constraint refused check (search not like '%poison%')`)
  for (const business_name of ['One', 'The Poison', 'Two', 'More Poison', 'Three']) await app.join({ business_name })

  await app.list()
  expect(await summaryOf(owner)).toMatchObject({ totalSignups: 3, uncounted: { joins: 0, missing: 2 } })
  expect(await app.rows('select error from events_set_aside')).toEqual([{ error: '23514' }, { error: '23514' }])
  expect(await app.verify()).toMatchObject([
    { rule: expect.stringContaining('set aside'), offending: [{ joined_position: 2 }, { joined_position: 4 }] },
  ])
  expect(await followSetAside(app.pool, LISTING)).toBe(2)

  // One of these people is erased. The other can be listed after the constraint is dropped.
  const [{ id }] = await app.rows(`select id from waitlist_entries where business_name = 'More Poison'`)
  await (await actingOwner(app)).act({ kind: 'erase', select: { ids: [id] } })
  await app.rows('alter table entry_listing drop constraint refused')
  expect(await followSetAside(app.pool, LISTING)).toBe(0)
  expect(await summaryOf(owner)).toMatchObject({ totalSignups: 4, uncounted: { missing: 0 } })
  expect(await app.verify()).toEqual([])
})

test('a clock that is wrong hides no joins', async () => {
  await using app = await testApp()
  await app.joinMany(3)
  await app.rows(`update events set at = now() + (2 - seq) * interval '10 years'`)

  await app.list()
  expect(await listed(app)).toHaveLength(3)
  expect(await summaryOf(await signIn(app))).toMatchObject({ uncounted: { joins: 0, seconds: 0 } })
  expect(await app.verify()).toEqual([])
})

test('the events of people who left are deleted once every follower has read that they left', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [first] = await app.joinMany(2)
  const { id } = await app.entry(first!.email)
  await app.list()
  await owner.act({ kind: 'erase', select: { ids: [id] } })
  const kinds = async () => (await app.rows('select kind from events order by seq')).map(({ kind }) => kind)

  await dropEventsOfLeft(app.pool)
  expect(await kinds()).toEqual(['joined', 'joined', 'left'])
  await app.list()
  await app.follow()
  await dropEventsOfLeft(app.pool)
  expect(await kinds()).toEqual(['joined'])
  expect(await app.verify()).toEqual([])

  await app.rows('delete from events')
  expect((await verifyAsItIs(app)).map(({ rule }) => rule)).toMatchObject([
    expect.stringContaining('every event that was numbered'),
    expect.stringContaining('that they joined'),
  ])
})

test('lists and sums are made anew from the entries, in slices', async () => {
  await using app = await testApp()
  await app.joinMany(3)
  await app.list()
  await app.rows(`update entry_listing set price = 'Unknown', search = 'x'`)
  await app.rows('update rollup_days set entries = entries + 5')
  await app.rows(
    'delete from entry_listing where entry_id = (select id from waitlist_entries where joined_position = 2)',
  )
  expect(await onOwnClient(app.database.connection, renewBesideJoins)).toBe(3)
  expect(await app.verify()).toEqual([])
})
