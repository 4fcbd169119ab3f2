import { expect, test } from 'vitest'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { withPlacesPerFriend } from '../../../../test/with-site.ts'

withPlacesPerFriend(5)

const rule = (places: number) => ({ kind: 'referral-rule', places, cap: null, bonus: 0 }) as const

/** An endpoint that gets `entry.moved`, and fifteen people: three are friends of three others. */
async function movable(app: TestApp, url: string) {
  const owner = await hookOwner(app)
  const people = await app.joinMany(12)
  for (const { referral_code } of people.slice(9)) await app.join({ used_referral_code: referral_code })
  const { id } = await owner.add({ url, events: ['entry.moved'] })
  return { owner, id }
}

test('a referral rule and its undo tell of everybody whom they moved, with the new position', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp({ allowsPrivateHooks: true, work: true })
  const { owner } = await movable(app, receiver.url)
  const positions = async () => new Map((await app.rows('select id, position from waitlist_entries')).map(toPair))
  const was = await positions()

  const act = await owner.act(rule(2))
  await app.webhooks.deliver()
  const now = await positions()
  const moved = [...now].filter(([id, position]) => was.get(id) !== position)
  expect(moved).toHaveLength(3)
  expect(receiver.payloads().map(({ data }) => [data.id, data.position])).toEqual(expect.arrayContaining(moved))
  expect(receiver.received).toHaveLength(3)
  await owner.undo(act.id)
  await app.webhooks.deliver()
  expect(receiver.received).toHaveLength(6)
  for (const { data } of receiver.payloads().slice(3)) expect(data.position).toBe(was.get(data.id as string))
})

test('somebody who moves again before a program was told is told of once, as they stand then', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp({ allowsPrivateHooks: true, work: true })
  const { owner, id } = await movable(app, receiver.url)
  for (const places of [2, 3, 4]) await owner.act(rule(places))
  await owner.change(id, { name: 'Renamed' })
  await app.webhooks.deliver()
  expect(receiver.received).toHaveLength(3)
  for (const { data } of receiver.payloads()) {
    const [row] = await app.rows('select position from waitlist_entries where id = $1', data.id)
    expect(data.position).toBe(row!.position)
  }
  // A failed attempt may have arrived with the earlier position, so the next move is a new event.
  receiver.behave(() => 500)
  await owner.act(rule(1))
  await app.webhooks.deliver()
  await owner.act(rule(0))
  await app.webhooks.deliver()
  await owner.act(rule(6))
  receiver.behave(() => 204)
  receiver.received.length = 0
  await owner.hurry()
  await owner.hurry()
  expect(receiver.received).toHaveLength(6)
  expect(await owner.log(id, '?state=waiting')).toEqual([])
  expect(await app.verify()).toEqual([])
})

function toPair({ id, position }: Record<string, unknown>): [string, number] {
  return [id as string, position as number]
}
