import { expect, test } from 'vitest'
import { firstRule, referralPromise } from '#shared/joining/referral.ts'
import type { Simulation } from '#shared/joining/referral-rule.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { withPlacesPerFriend } from '../../../test/with-site.ts'

withPlacesPerFriend(5)

type Owner = Awaited<ReturnType<typeof importingOwner>>

async function readNow(app: TestApp) {
  const { most_unproven, ...rule } = (await app.app.inject('/api/referral-rule')).json()
  expect(most_unproven).toBeNull()
  return rule
}

test('a new rule moves people, for earlier friends too if the act says so, and its undo restores all', async () => {
  await using app = await testApp({ work: true })
  const owner = await importingOwner(app)
  const people = await withFriends(app)
  const [first] = await app.joinMany(1)
  await owner.importFile(`email,friends\nold@x.example,4\n`)
  const before = await positions(app)
  const now = () => readNow(app)
  expect(await now()).toEqual(firstRule())

  const rule = { places: 2, cap: 5 }
  const simulated = await simulate(owner, rule)
  expect(await positions(app)).toEqual(before)
  const act = await owner.act({ kind: 'referral-rule', ...rule, applies_to_old: true })
  expect(act).toMatchObject({ state: 'done', can_undo: true, params: rule })
  expect(await now()).toEqual(rule)
  const after = await positions(app)
  expect(after['old@x.example']).toBe((await app.entry('old@x.example')).joined_position - 5)
  for (const { email, before: was, after: is } of simulated.hundred) {
    expect([email, was.position, is.position]).toEqual([email, before[email], after[email]])
    const { rank } = await rankOf(owner, email)
    expect([email, rank]).toEqual([email, is.place])
  }
  expect(await app.verify()).toEqual([])

  // The third friend brings the last place, the fourth none.
  const [capped] = people
  for (const places of [2, 2, 1, 0]) {
    const friend = await app.join({ used_referral_code: first!.referral_code })
    expect(friend.status).toBe(201)
    const [newest] = await app.rows('select places from credits order by created_at desc, friend_id desc limit 1')
    expect(newest.places).toBe(places)
  }
  const own = await app.app.inject({
    url: '/api/place',
    headers: { authorization: `Bearer ${first!.browser_token}` },
  })
  expect(own.json()).toMatchObject({ rule: { places: 0, cap: 5 } })
  const ids = await app.rows(
    `select friend_id as id from credits where referrer_id = $1`,
    (await app.entry(first!.email)).id,
  )
  const rejection = await owner.act({ kind: 'reject', select: { ids: ids.map(({ id }) => id) } })
  await owner.undo(rejection.id)
  expect(await app.entry(first!.email)).toMatchObject({ credited_places: 5, referrals: 4 })
  expect(await app.verify()).toEqual([])

  const later = await owner.act({ kind: 'referral-rule', places: 1, cap: null, applies_to_old: false })
  expect(later).toMatchObject({ total: 0, can_undo: true })
  expect([await now(), (await positions(app))[capped!.email]]).toEqual([{ places: 1, cap: null }, after[capped!.email]])
  expect(await owner.undo(later.id)).toMatchObject({ total: 0 })
  expect(await now()).toEqual(rule)

  const undo = await owner.undo(act.id)
  expect(undo).toMatchObject({ changed: act.changed, skipped: 0 })
  expect(await now()).toEqual(firstRule())
  for (const [email, position] of Object.entries(before)) {
    if (email !== first!.email) expect([email, (await app.entry(email)).position]).toEqual([email, position])
  }
  await owner.undo(undo.id)
  expect([await now(), (await app.entry(capped!.email)).position]).toEqual([rule, after[capped!.email]])
  expect(await app.verify()).toEqual([])
})

test('an undo leaves everybody with the rules that are still in force, in whatever order rules are undone', async () => {
  await using app = await testApp({ work: true })
  const owner = await importingOwner(app)
  await withFriends(app)
  const [late] = await app.joinMany(1)
  await owner.importFile(`email,friends\nold@x.example,4\n`)
  const before = await positions(app)
  const rule = (places: number, cap: number | null = null) =>
    owner.act({ kind: 'referral-rule', places, cap, applies_to_old: true })
  const moved = async () => {
    const now = await readNow(app)
    return (await simulate(owner, now)).moved
  }
  const expectRule = async (places: number) => {
    expect((await app.app.inject('/api/referral-rule')).json().places).toBe(places)
    expect(await moved()).toBe(0)
    expect(await app.verify()).toEqual([])
  }

  const first = await rule(2)
  const underFirst = await positions(app)
  const second = await rule(3)
  expect(await owner.undo(first.id)).toMatchObject({
    changed: first.changed,
    skipped: 0,
    notes: [{ reason: 'later-rule', entries: first.changed }],
  })
  await expectRule(3)
  await owner.undo(second.id)
  expect(await positions(app)).toEqual(before)
  await expectRule(firstRule().places)

  // Two acts with the same rule: the second moves nobody. The first is undone, redone and undone again, and a friend
  // joins under the second.
  const third = await rule(2)
  const same = await rule(2)
  expect(same).toMatchObject({ changed: 0, unchanged: third.changed })
  const undone = await owner.undo(third.id)
  await expectRule(2)
  expect(await positions(app)).toEqual(underFirst)
  await owner.undo(undone.id)
  await owner.undo(third.id)
  await app.join({ used_referral_code: late!.referral_code })
  await owner.undo(same.id)
  // The credit of that friend keeps its places after the undo, until the owner applies a rule to old credits.
  expect((await app.entry(late!.email)).position).toBe(before[late!.email]! - 2)
  expect(await app.verify()).toEqual([])
  expect(await moved()).toBe(1)
  expect(await rule(firstRule().places)).toMatchObject({ changed: 1 })
  await expectRule(firstRule().places)

  const { id } = await app.entry(late!.email)
  await app.rows('update credits set places = places + 1 where referrer_id = $1', id)
  expect((await app.verify()).map(({ rule }) => rule)).toContainEqual(expect.stringContaining('newest rule in force'))
  await app.rows('update credits set places = places - 1 where referrer_id = $1', id)
})

test('a simulation puts everybody where the rule would, whatever it is, and says who gains and who loses', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  await withFriends(app)
  await app.rows(`update waitlist_entries set is_rejected = true where joined_position in (3, 8)`)
  for (const rule of [firstRule(), { places: 0, cap: null }, { places: 50, cap: null }, { places: 3, cap: 4 }]) {
    const { now, hundred, first, people, gain, lose, moved } = await simulate(owner, rule)
    expect(now).toEqual(firstRule())
    const rows = await app.rows(
      `select email, joined_position, position, referrals from waitlist_entries where not is_rejected`,
    )
    const placed = (positionOf: (row: (typeof rows)[number]) => number) =>
      rows
        .map((row) => ({ ...row, position: positionOf(row) }))
        .sort((a, b) => a.position - b.position || b.referrals - a.referrals || a.joined_position - b.joined_position)
        .map(({ email, position }, index) => ({ email, standing: { position, place: index + 1 } }))
    const before = placed(({ position }) => position)
    const after = placed(({ joined_position, referrals }) =>
      Math.max(1, joined_position - Math.min(rule.cap ?? Infinity, referrals * rule.places)),
    )
    const standing = (list: typeof before, email: string) => list.find((one) => one.email === email)!.standing
    expect(hundred.map(({ email, after }) => ({ email, standing: after }))).toEqual(after)
    for (const one of [...hundred, ...gain, ...lose]) expect(one.before).toEqual(standing(before, one.email))
    expect(first).toEqual({
      before: before.filter(({ standing }) => standing.position === 1).length,
      after: after.filter(({ standing }) => standing.position === 1).length,
    })
    expect(people).toBe(rows.length)
    expect(moved).toBe(
      after.filter(({ email, standing: { position } }) => position !== standing(before, email).position).length,
    )
    const up = after.map(({ email, standing: is }) => standing(before, email).place - is.place)
    expect(gain.map(({ before, after }) => before.place - after.place)).toEqual(
      up
        .filter((places) => places > 0)
        .sort((a, b) => b - a)
        .slice(0, 10),
    )
    expect(lose.map(({ before, after }) => before.place - after.place)).toEqual(
      up
        .filter((places) => places < 0)
        .sort((a, b) => a - b)
        .slice(0, 10),
    )
  }
  for (const body of [{ places: 51 }, { places: -1 }, { places: 5, cap: -1 }, {}])
    expect((await owner.post('/api/admin/simulations', body)).statusCode).toBe(400)
})

test('promises and rewards say the current rule, and the first one word for word', () => {
  expect(referralPromise(firstRule())).toBe(
    "For each friend who joins using your referral code, you'll move up 5 places in the queue!",
  )
  expect(referralPromise({ places: 1, cap: 20 })).toBe(
    "For each friend who joins using your referral code, you'll move up 1 place in the queue, up to 20 places in all!",
  )
  expect(referralPromise({ places: 0, cap: null })).not.toMatch(/\d/)
})

/** Lets eight people join with up to seven friends each. Returns them sorted from the last position to the first. */
async function withFriends(app: TestApp) {
  const people = await app.joinMany(8)
  for (const [index, { referral_code }] of people.entries())
    for (let friend = 0; friend < (index * 5) % 8; friend += 1) await app.join({ used_referral_code: referral_code })
  return people.toSorted((a, b) => b.position - a.position)
}

async function simulate(owner: Owner, rule: object): Promise<Simulation> {
  const answer = await owner.post('/api/admin/simulations', rule)
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined])
  return answer.json()
}

async function positions(app: TestApp): Promise<Record<string, number>> {
  const rows = await app.rows('select email, position from waitlist_entries where email is not null')
  return Object.fromEntries(rows.map(({ email, position }) => [email, position]))
}

async function rankOf(owner: Owner, email: string) {
  const { entries } = await owner.read<{ entries: { rank: number }[] }>(
    `/api/admin/entries?range=all&q=${encodeURIComponent(email)}`,
  )
  return entries[0]!
}
