import { expect, test } from 'vitest'
import { hookOwner } from '../../../test/people/hook-owner.ts'
import { bring, followRewards, hoursPass, rewardOwner } from '../../../test/people/reward-owner.ts'
import { waveOwner } from '../../../test/people/wave-owner.ts'
import { fakeReceiver } from '../../../test/services/fake-receiver.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { holdServices, releaseServices } from '../outbox/service-queries.ts'
import { doubtUnusedCodes } from './milestones.ts'
import { inTransaction } from '../db/query.ts'

const CODES = ['ALPHA', 'BRAVO', 'CHARLIE']

async function people(app: TestApp, count: number) {
  const joined = await app.joinMany(count)
  return Promise.all(joined.map(async (one) => ({ ...one, id: (await app.entry(one.email)).id as string })))
}

test('a reward is earned with the friends, handed out a day later, and stays when they fall below again', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada] = await people(app, 1)
  await owner.milestone({ friends: 2, does: 'tag', tag: 'VIP' })
  const [friend] = await bring(app, ada!.referral_code, 2)
  await followRewards(app)
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'earned' }])

  await hoursPass(app, 23)
  await owner.handOut()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'earned' }])
  await hoursPass(app, 1)
  await owner.handOut()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'handed-out' }])
  expect(await app.rows('select tag from entry_tags')).toEqual([{ tag: 'vip' }])

  await owner.act({ kind: 'reject', select: { ids: [friend] } })
  await followRewards(app)
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'handed-out' }])
  expect(await app.verify()).toEqual([])
})

test('whoever falls below before, even for a moment between two looks, waits a day again', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada] = await people(app, 1)
  await owner.milestone({ friends: 1, does: 'nothing' })
  const [friend] = await bring(app, ada!.referral_code, 1)
  await followRewards(app)
  await hoursPass(app, 25)
  const rejection = await owner.act({ kind: 'reject', select: { ids: [friend] } })
  await owner.undo(rejection.id)
  await followRewards(app)
  await owner.handOut()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'earned' }])

  await owner.act({ kind: 'reject', select: { ids: [friend] } })
  // What the log does not yet say to the follower is waited for.
  await hoursPass(app, 25)
  await owner.handOut()
  await followRewards(app)
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'taken-back', because: 'below' }])
  expect(await app.verify()).toEqual([])
})

test('a friend who leaves takes the reward along, under a rule without places too', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  await owner.act({ kind: 'referral-rule', places: 0, cap: null, bonus: 0 })
  const [ada] = await people(app, 1)
  await owner.milestone({ friends: 1, does: 'nothing' })
  const [friend] = await bring(app, ada!.referral_code, 1)
  await followRewards(app)
  await owner.act({ kind: 'erase', select: { ids: [friend] } })
  await followRewards(app)
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'taken-back', because: 'below' }])
  expect(await app.verify()).toEqual([])
})

test('the owner sees who has the friends now, and chooses whether they get the reward', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada, ben] = await people(app, 2)
  await bring(app, ada!.referral_code, 2)
  expect(await owner.preview(2)).toEqual({ people: 1, first: [{ id: ada!.id, email: ada!.email, referrals: 2 }] })

  await owner.milestone({ friends: 2, does: 'nothing' })
  const given = await owner.milestone({ friends: 1, does: 'nothing', includes_existing: true })
  await bring(app, ben!.referral_code, 2)
  await owner.aDayLater()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([
    { state: 'handed-out' },
    { state: 'taken-back', because: 'before' },
  ])
  expect(await owner.rewardsOf(ben!.id)).toMatchObject([{ state: 'handed-out' }, { state: 'handed-out' }])
  expect(await owner.milestones()).toMatchObject([
    { friends: 1, handed_out: 2, earned: 0, taken_back: 0 },
    { friends: 2, handed_out: 1, earned: 0, taken_back: 0 },
  ])
  const found = await owner.read<{ entries: { id: string }[] }>(
    `/api/admin/entries?range=all&reward=${given}:handed-out&sort=launch`,
  )
  expect(found.entries.map(({ id }) => id).sort()).toEqual([ada!.id, ben!.id].sort())
  expect(await app.verify()).toEqual([])
})

test('a reward that an owner takes back comes with an undo, and so does the whole milestone', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada] = await people(app, 1)
  const milestone = await owner.milestone({ friends: 1, does: 'nothing' })
  await bring(app, ada!.referral_code, 1)
  await followRewards(app)
  const taking = await owner.act({ kind: 'take-reward', milestone, select: { ids: [ada!.id] } })
  expect(taking).toMatchObject({ changed: 1, can_undo: true })
  await owner.aDayLater()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'taken-back', because: 'owner' }])

  await owner.undo(taking.id)
  await owner.aDayLater()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'handed-out' }])
  expect(await owner.act({ kind: 'take-reward', milestone, select: { ids: [ada!.id] } })).toMatchObject({ changed: 0 })

  const [ben] = await people(app, 1)
  await bring(app, ben!.referral_code, 1)
  await followRewards(app)
  await owner.undo(milestone)
  await owner.aDayLater()
  expect(await owner.rewardsOf(ben!.id)).toMatchObject([{ state: 'taken-back', because: 'owner' }])
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'handed-out' }])
  expect(await app.verify()).toEqual([])
})

test('at most three milestones run, none of them twice for one number', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const add = async (friends: number) => {
    const body = { kind: 'milestone', friends, words: 'A gift', does: 'nothing', includes_existing: false }
    return (await owner.post('/api/admin/acts', body)).statusCode
  }
  expect([await add(1), await add(1), await add(2), await add(3), await add(4)]).toEqual([202, 400, 202, 202, 400])
})

test('a code is mailed once, whoever comes later waits for more, and the owner hears when they run out', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const owner = await rewardOwner(app)
  const givers = await people(app, 3)
  await expect.poll(() => smtp.mails.length).toBe(3)
  smtp.mails.length = 0
  const id = await owner.milestone({ friends: 1, does: 'code', note: 'Use it at the till.', codes: CODES.slice(0, 2) })
  expect(await owner.codes(id, ['ALPHA', 'DELTA', 'DELTA '])).toEqual({ added: 1, known: 1 })
  await app.rows(`delete from reward_codes where code = 'DELTA'`)
  for (const { referral_code } of givers) await bring(app, referral_code, 1)
  await owner.aDayLater()
  const mails = () => smtp.mails.filter(({ subject }) => subject === 'Your reward: A free month')
  await expect.poll(() => mails().length).toBe(2)
  for (const [index, { to, text }] of mails()
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .entries()) {
    expect(text).toContain('Use it at the till.')
    expect(givers.map(({ email }) => email)).toContain(to[0])
    expect(CODES.slice(0, 2).filter((code) => text.includes(code))).toHaveLength(1)
    expect(index).toBeLessThan(2)
  }
  expect(owner.told).toEqual(['A reward has no codes left'])
  expect(await owner.milestones()).toMatchObject([{ waiting: 1, codes: { unused: 0, given: 2 } }])

  await owner.codes(id, ['CHARLIE'])
  await owner.handOut()
  await expect.poll(() => mails().length).toBe(3)
  const codes = (await Promise.all(givers.map((giver) => owner.rewardsOf(giver.id)))).flat().map(({ code }) => code)
  expect(codes.sort()).toEqual(CODES)

  await owner.act({ kind: 'erase', select: { ids: [givers[0]!.id] } })
  expect(await owner.milestones()).toMatchObject([{ codes: { given: 3 } }])
  expect(await app.verify()).toEqual([])
})

test('two servers that hand out at the same time give each code once, and nobody two', async () => {
  await using app = await testApp()
  await using beside = await testApp({ beside: app })
  const owner = await rewardOwner(app)
  const givers = await people(app, 12)
  const codes = Array.from({ length: 8 }, (_, nth) => `CODE-${nth}`)
  const id = await owner.milestone({ friends: 1, does: 'code', codes })
  for (const { referral_code } of givers) await bring(app, referral_code, 1)
  await Promise.all([followRewards(app), followRewards(beside)])
  await hoursPass(app, 24)
  const other = await rewardOwner(beside)
  await Promise.all([owner.handOut(), other.handOut(), owner.handOut(), other.handOut()])
  const given = await app.rows(`select code, entry_id from reward_codes where state = 'given'`)
  expect([given.length, new Set(given.map(({ entry_id }) => entry_id)).size]).toEqual([8, 8])
  expect(await owner.milestones()).toMatchObject([{ id, handed_out: 8, waiting: 4 }])
  expect(await app.waiting('send-reward')).toHaveLength(8)
  expect(await app.verify()).toEqual([])
})

test('after a restore nothing is handed out before Release, and unused codes wait for the owner', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada, ben] = await people(app, 2)
  const id = await owner.milestone({ friends: 1, does: 'code', codes: CODES.slice(0, 1) })
  await bring(app, ada!.referral_code, 1)
  await app.rows(`insert into outside_services (service) values ('mail') on conflict do nothing`)
  await holdServices(app.pool, new Date())
  await inTransaction(app.pool, doubtUnusedCodes)
  await owner.aDayLater()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'earned' }])
  await releaseServices(app.pool)
  await owner.handOut()
  expect(await owner.milestones()).toMatchObject([{ waiting: 1, codes: { unused: 0, perhaps_used: 1 } }])

  expect((await owner.patch(`/api/admin/rewards/${id}/codes`, { use: true })).statusCode).toBe(204)
  await owner.handOut()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'handed-out', code: 'ALPHA' }])
  await inTransaction(app.pool, doubtUnusedCodes)
  expect(await owner.milestones()).toMatchObject([{ codes: { perhaps_used: 0, given: 1 } }])
  expect(await owner.rewardsOf(ben!.id)).toEqual([])
  expect(await app.verify()).toEqual([])
})

test('webhooks hear of a reward, and an earned invitation comes first in the next wave', async () => {
  await using receiver = await fakeReceiver()
  await using app = await testApp({ productUrl: 'https://product.example', allowsPrivateHooks: true })
  const hooks = await hookOwner(app)
  const owner = await rewardOwner(app)
  const waves = await waveOwner(app)
  await hooks.add({ url: receiver.url, events: ['reward.earned'] })
  const [, , , last] = await people(app, 4)
  const told = await owner.milestone({ friends: 1, does: 'webhook' })
  await owner.milestone({ friends: 2, does: 'invitation' })
  await owner.act({ kind: 'referral-rule', places: 0, cap: null, bonus: 0 })
  await bring(app, last!.referral_code, 2)
  await owner.aDayLater()
  await app.webhooks.deliver()
  expect(receiver.payloads().map(({ type, data }) => ({ type, data }))).toMatchObject([
    { type: 'reward.earned', data: { id: last!.id, milestone_id: told, friends: 1 } },
  ])
  const preview = await waves.preview({ count: 2 })
  expect(preview.people.slice(0, 2).map(({ referrals }) => referrals)).toEqual([2, 0])
  expect(preview.invited).toBe(2)
})

test('imported friends count, and nobody who is rejected gets anything', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada, ben] = await people(app, 2)
  await owner.milestone({ friends: 1, does: 'nothing' })
  await bring(app, ada!.referral_code, 1)
  await bring(app, ben!.referral_code, 1)
  await owner.act({ kind: 'reject', select: { ids: [ben!.id] } })
  await owner.aDayLater()
  expect(await owner.rewardsOf(ada!.id)).toMatchObject([{ state: 'handed-out' }])
  expect(await owner.rewardsOf(ben!.id)).toMatchObject([{ state: 'earned' }])
})

test('the figures say how many brought friends, and how many of these brought friends themselves', async () => {
  await using app = await testApp()
  const owner = await rewardOwner(app)
  const [ada] = await people(app, 2)
  const [ben] = await bring(app, ada!.referral_code, 2)
  const [{ newest_code }] = await app.rows('select newest_code from waitlist_entries where id = $1', ben)
  const [cleo] = await bring(app, newest_code, 1)
  const spread = async () => (await owner.read<{ spread: object }>('/api/admin/rewards')).spread
  expect(await spread()).toEqual({ people: 5, inviters: 2, friends: 3, second: 1 })
  await owner.act({ kind: 'reject', select: { ids: [cleo] } })
  expect(await spread()).toEqual({ people: 5, inviters: 1, friends: 2, second: 0 })
})

test('a newcomer by a link reads in the welcome mail how far it put them ahead', async () => {
  await using smtp = await fakeSmtp()
  await using app = await mailingApp(smtp)
  const owner = await rewardOwner(app)
  await owner.act({ kind: 'referral-rule', places: 5, cap: null, bonus: 3 })
  const [ada] = await people(app, 1)
  await app.join({ email: 'ben@example.com', used_referral_code: ada!.referral_code })
  const textTo = (email: string) => smtp.mails.find(({ to }) => to[0] === email)?.text
  await expect.poll(() => textTo('ben@example.com')).toContain('It put you 3 places ahead.')
  await expect.poll(() => textTo(ada!.email)).not.toContain('ahead')
})
