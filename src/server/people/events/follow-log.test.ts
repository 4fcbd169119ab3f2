import { expect, test } from 'vitest'
import { actingOwner } from '../../../../test/people/acting-owner.ts'
import { testApp } from '../../../../test/test-app.ts'
import { lockCounter } from '../../listing/rows/counter.ts'
import { type Follower, followLog, followSetAside } from './follow-log.ts'
import type { LoggedEvent } from './followers.ts'
import { recordEvents } from './record-events.ts'
import { inTransaction } from '../../db/query.ts'

test('a friend counts for their inviter after both have joined, and no longer once the owner rejects them', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [inviter] = await app.joinMany(1)
  const friend = { email: 'friend@example.com' }
  await app.join({ ...friend, used_referral_code: inviter!.referral_code })
  const [{ id }, { id: friend_id }] = [await app.entry(inviter!.email), await app.entry(friend.email)]
  await owner.act({ kind: 'reject', select: { ids: [friend_id] } })

  const told = await app.rows(
    `select entry_id, kind, data from events where kind in ('joined', 'counted', 'uncounted') order by seq`,
  )
  expect(told).toEqual([
    { entry_id: id, kind: 'joined', data: null },
    { entry_id: friend_id, kind: 'joined', data: null },
    { entry_id: id, kind: 'counted', data: { friend_id } },
    { entry_id: id, kind: 'uncounted', data: { friend_id } },
  ])
  expect(await app.verify()).toEqual([])
})

test('events of an entry wait behind the one that cannot be followed, in order, and those of others do not', async () => {
  await using app = await testApp()
  const people = await app.joinMany(3)
  const ids = await Promise.all(people.map(async ({ email }) => (await app.entry(email)).id as string))
  await app.rows(`insert into followers (name, seq) values ('test', 0)`)
  await inTransaction(app.pool, async (tx) => {
    await lockCounter(tx)
    await recordEvents(tx, 'noted', [{ entry_id: ids[1]!, data: { nth: 1 } }, ids[2]!])
  })
  const followed: LoggedEvent[] = []
  let isBroken = true
  const follower: Follower = {
    name: 'test',
    most: 100,
    step: (_tx, events) => {
      if (isBroken && events.some(({ entry_id, kind }) => entry_id === ids[1] && kind === 'joined'))
        return Promise.reject(new TypeError('broken'))
      followed.push(...events)
      return Promise.resolve()
    },
  }
  const kindsOf = (id: string) => followed.filter(({ entry_id }) => entry_id === id).map(({ kind }) => kind)

  while ((await followLog(app.pool, follower))?.isMore);
  expect(ids.map(kindsOf)).toEqual([['joined'], [], ['joined', 'noted']])
  expect(await app.rows('select follower, seq::int, error from events_set_aside order by seq')).toEqual([
    { follower: 'test', seq: 2, error: 'TypeError' },
    { follower: 'test', seq: 4, error: 'behind' },
  ])
  expect(await followSetAside(app.pool, follower)).toBe(1)

  isBroken = false
  expect(await followSetAside(app.pool, follower)).toBe(0)
  expect(kindsOf(ids[1]!)).toEqual(['joined', 'noted'])
  expect(followed.at(-1)).toMatchObject({ seq: 4, kind: 'noted', act_id: null, data: { nth: 1 } })
  await app.rows(`delete from followers where name = 'test'`)
  expect(await app.verify()).toEqual([])
})

test('the log says who was tagged, noted, rejected and taken back, by which act, and who corrected their answers', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const email = (await app.joinMany(1))[0]!.email
  const { id } = await app.entry(email)
  const select = { ids: [id] }
  const acts = [
    await owner.act({ kind: 'tag', select, tag: 'vip' }),
    await owner.act({ kind: 'note', select, text: 'Called' }),
    await owner.act({ kind: 'reject', select }),
  ]
  for (const act of acts) await owner.undo(act.id)
  await app.join({ email, business_name: 'Another Chair' })

  const kinds = await app.rows('select kind, act_id from events order by seq')
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'joined',
    'tagged',
    'noted',
    'rejected',
    'untagged',
    'unnoted',
    'reviewed',
    'rejoined',
  ])
  expect(kinds.slice(1, 4).map(({ act_id }) => act_id)).toEqual(acts.map(({ id }) => id))
  expect(await app.verify()).toEqual([])
})
