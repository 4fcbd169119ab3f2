import { expect, test } from 'vitest'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { createCreditLater } from './credit-later.ts'

const SUSPECT = { email: 'suspect@example.com', website: 'https://spam.example' }

test('a credit that is recorded later follows from what is known of the friend then', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const [referrer, honest, rejected] = await app.joinMany(3)
  await app.join(SUSPECT)
  const idOf = async (email: string): Promise<string> => (await app.entry(email)).id
  await owner.act({ kind: 'reject', select: { ids: [await idOf(rejected!.email)] } })
  const referrer_id = await idOf(referrer!.email)
  const credits = await Promise.all(
    [honest!.email, rejected!.email, SUSPECT.email].map(async (email) => ({
      friend_id: await idOf(email),
      referrer_id,
      places: 2,
    })),
  )

  const creditLater = createCreditLater({ pool: app.pool, enqueue: app.queue.enqueue })
  for (let run = 0; run < 2; run += 1) await creditLater(credits)

  const states = 'select c.state from credits c join waitlist_entries on id = friend_id order by joined_position'
  expect(await app.rows(states)).toEqual([{ state: 'counted' }, { state: 'rejected' }, { state: 'held' }])
  expect(await app.jobs('send-referral-notification')).toEqual([
    { entry_id: referrer_id, friend_id: credits[0]!.friend_id },
  ])
  expect(await app.verify()).toEqual([])
})

test('a credit moves its referrer by the places that were stored with it, whatever the rule says today', async () => {
  await using app = await testApp()
  const owner = await actingOwner(app)
  const people = await app.joinMany(9)
  const referrer = people[8]!
  await app.join({ email: 'friend@example.com', used_referral_code: referrer.referral_code })
  await app.rows(
    `with changed as (update credits set places = 2)
    update waitlist_entries set credited_places = 2 where email = $1`,
    referrer.email,
  )
  const at = async () => (await app.entry(referrer.email)).position
  const { id } = await app.entry('friend@example.com')

  const rejection = await owner.act({ kind: 'reject', select: { ids: [id] } })
  expect(await at()).toBe(9)
  await owner.undo(rejection.id)
  expect(await at()).toBe(7)
  expect(await app.verify()).toEqual([])
})
