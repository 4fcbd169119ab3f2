import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { GroupPeople, ReviewGroup, ReviewsPage } from '#shared/list/reviews.ts'
import { actingOwner } from '../../../../test/people/acting-owner.ts'
import { testApp } from '../../../../test/test-app.ts'
import { createClock, visit } from '../../../../test/people/visitors.ts'
import { withPlacesPerFriend } from '../../../../test/with-site.ts'

withPlacesPerFriend(5)

const SAME = { business_name: 'Salon', problems: ['Other'], other_problem: 'none' }

/** A list of twenty people. Friends join with different data, as people do, unless the test passes other data. */
async function listWithFriends() {
  const clock = createClock()
  const app = await testApp({ trustProxy: 'loopback', now: clock.now })
  const site = { app: app.app, clock }
  const join = (changes: Parameters<typeof visit>[1] = {}, from: Parameters<typeof visit>[2] = {}) =>
    visit(site, { email: `${randomUUID()}@gmail.com`, ...changes }, from)
  const codeOf = async (code?: string) => (await join(code ? { used_referral_code: code } : {})).referral_code
  const codes: string[] = []
  for (let person = 0; person < 20; person += 1) codes.push(await codeOf())
  const owner = await actingOwner(app)
  return {
    app,
    clock,
    owner,
    codes,
    join,
    codeOf,
    friends: async (count: number, code: string, ...[changes, from]: Parameters<typeof join>) => {
      for (let friend = 0; friend < count; friend += 1) await join({ used_referral_code: code, ...changes }, from)
    },
    reviews: async () => (await owner.read<ReviewsPage>('/api/admin/reviews')).groups,
    referrals: async () => (await app.rows('select sum(referrals)::int as sum from waitlist_entries'))[0].sum as number,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const told = (group: ReviewGroup | undefined) => group && [group.kind, group.people, group.codes, group.gained]

test('people behind several codes who share a network or answers are one group, the largest gain first', async () => {
  await using list = await listWithFriends()
  for (const code of list.codes.slice(0, 4)) await list.friends(3, code, {}, { from: '82.9.9.9' })
  for (const code of list.codes.slice(4, 8)) await list.friends(5, code, SAME)
  await list.friends(6, list.codes[9]!)
  await list.friends(4, list.codes[10]!)

  const groups = await list.reviews()
  expect(groups.map(told)).toEqual([
    ['answers', 20, 4, 100],
    ['network', 12, 4, 60],
    ['code', 6, 1, 30],
  ])
  expect(groups[2]).toMatchObject({ name: list.codes[9], networks: 6, answers: 6, held: 0 })
  const { people } = await list.owner.read<GroupPeople>(`/api/admin/reviews/${groups[1]!.id}`)
  expect(people).toHaveLength(12)
  expect(people[0]).toMatchObject({ counts: true, reasons: [] })
})

test('a tree and a ring of invitations are groups, whatever else their people do', async () => {
  await using list = await listWithFriends()
  const seeds = [list.codes[0]!]
  for (let branch = 0; branch < 6; branch += 1) {
    const code = seeds.shift()!
    for (let friend = 0; friend < 3; friend += 1) seeds.push(await list.codeOf(code))
  }
  const first = await list.join()
  let code = first.referral_code
  for (let friend = 0; friend < 6; friend += 1) code = await list.codeOf(code)
  // Only an imported file can make a ring: nobody can join with the code of a person who joins later.
  await list.app.rows(
    `insert into credits (friend_id, referrer_id, places, state)
     select f.id, r.id, 5, 'counted' from waitlist_entries f, waitlist_entries r where f.email = $1 and r.referral_code = $2`,
    first.email,
    code,
  )

  const groups = await list.reviews()
  expect(groups.map(told)).toEqual([
    ['tree', 18, 6, 90],
    ['tree', 7, 7, 35],
  ])
  expect(groups.map(({ is_ring }) => is_ring)).toEqual([false, true])
})

test('a press on a line rejects those who share it and nobody else, and its undo brings each of them back', async () => {
  await using list = await listWithFriends()
  const code = list.codes[3]!
  await list.friends(8, code)
  await list.friends(30, code, SAME, { from: '45.5.5.5' })
  await list.app.judge()
  const [group] = await list.reviews()
  expect(told(group)).toEqual(['code', 38, 1, 190])
  const line = group!.lines.find(({ kind }) => kind === 'answers')!
  expect(line.people).toBe(30)

  const rejection = await list.owner.act({ kind: 'reject', select: { group: group!.id, line: line.id } })
  expect(rejection).toMatchObject({ changed: 30, selection: { group: group!.id, line: line.id } })
  expect(await list.referrals()).toBe(8)
  const [left] = await list.reviews()
  expect(told(left)).toEqual(['code', 8, 1, 40])
  expect(left!.outcomes).toMatchObject({ people: 38, rejected: 30, accepted: 0 })
  // Meanwhile, a friend joins who does not share the line.
  await list.friends(1, code)
  await list.owner.undo(rejection.id)
  expect(await list.referrals()).toBe(39)
  expect(told((await list.reviews())[0])).toEqual(['code', 39, 1, 195])

  await list.owner.act({ kind: 'accept', select: { group: group!.id } })
  expect(await list.reviews()).toEqual([])
  expect(await list.app.verify()).toEqual([])
})

test('outcomes of a group stand beside those of the whole list', async () => {
  await using list = await listWithFriends()
  await list.friends(5, list.codes[0]!, {}, { from: '45.5.5.5' })
  await list.app.rows(`update waitlist_entries set confirmed_at = now() where used_referral_code is null`)
  await list.app.rows(`insert into mail_bounces (entry_id, reason)
    select id, 'no such user' from waitlist_entries where used_referral_code is not null order by id limit 3`)

  const { groups, rates } = await list.owner.read<ReviewsPage>('/api/admin/reviews')
  expect(groups[0]!.outcomes).toMatchObject({ people: 5, bounced: 3, confirmed: 0 })
  expect(rates).toEqual({ people: 25, bounced: 3, confirmed: 20, let_in: 0 })
})

test('groups come page by page, and a group or a line that cannot be is refused with its field', async () => {
  await using list = await listWithFriends()
  for (const code of list.codes) await list.friends(5, code)
  const extra = await list.codeOf()
  await list.friends(5, extra)

  const first = await list.owner.read<ReviewsPage>('/api/admin/reviews')
  expect(first.groups).toHaveLength(20)
  const second = await list.owner.read<ReviewsPage>(`/api/admin/reviews?cursor=${first.next_cursor}`)
  expect(second.groups).toHaveLength(1)
  const ids = [...first.groups, ...second.groups].map(({ id }) => id)
  expect(new Set(ids).size).toBe(21)

  for (const [select, field] of [
    [{ group: 'nothing' }, 'select.group'],
    [{ group: ids[0], line: 'x:y' }, 'select.line'],
    [{ domain: 'a.org', line: 'network:1' }, 'select'],
  ] as const) {
    const answer = await list.owner.post('/api/admin/acts', { kind: 'reject', select })
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [field]])
  }
})

test('friends who join within ten seconds are one group, wherever the ten seconds begin', async () => {
  await using list = await listWithFriends()
  for (const code of list.codes.slice(0, 13)) await list.friends(1, code)
  // One friend, and nine seconds later twelve.
  await list.app.pool.query(
    `update join_traces t set at = now() - interval '1 hour' + case when nth > 1 then interval '9 s' + nth * interval '0.2 s' else interval '0 s' end
     from (select entry_id, row_number() over (order by position) as nth from join_traces where referrer_id is not null) as friends
     where friends.entry_id = t.entry_id`,
  )
  const peopleIn = async ([group]: ReviewGroup[]) =>
    (await list.owner.read<GroupPeople>(`/api/admin/reviews/${group!.id}`)).people.length
  const groups = await list.reviews()
  expect(groups.map(({ kind, people }) => [kind, people])).toEqual([['moment', 12]])
  expect(await peopleIn(groups)).toBe(12)

  // Without traces, their entries tell when they joined, to the microsecond.
  await list.app.pool.query('delete from join_traces')
  const later = await list.reviews()
  expect(later[0]!.kind).toBe('moment')
  expect(await peopleIn(later)).toBe(later[0]!.people)
})
