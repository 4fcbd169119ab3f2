import { expect, test } from 'vitest'
import { createClock, visit } from '../../../test/people/visitors.ts'
import { followRewards, hoursPass, rewardOwner } from '../../../test/people/reward-owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { putSettingsInForce } from '../trust/keep-rule.ts'
import { confirmEntries } from '../trust/states.ts'
import { inTransaction } from '../db/query.ts'

const PEOPLE = 5_000
const DAYS = 30
const UNPROVEN = 10
const OF_A_DOMAIN = 10
const WANTED = [5, 15, 25]
/** For each inviter of the farm: more than the rule counts. */
const FAKES = 40
const OWN_FAKES = 25
/** The own domains of each inviter of the farm, whose every address it can prove. */
const FARM = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2].map((domains, nth) => ({ nth, domains, code: '', email: '' }))
/** Somebody whom real people follow. */
const FOLLOWERS = 40

type Joining = { email: string; code: string | null; proves: boolean }

test('a month of five thousand people with a farm: the farm gets the rewards that its tens allow, and no more', async () => {
  const clock = createClock()
  await using app = await testApp({
    now: clock.now,
    rateLimit: false,
    trustProxy: 'loopback',
  })
  await putSettingsInForce(app.pool, UNPROVEN)
  const owner = await rewardOwner(app)
  for (const friends of WANTED) await owner.milestone({ friends, does: 'webhook' })
  const codes: string[] = []
  const proving: string[] = []
  let joined = 0
  const join = async ({ email, code, proves }: Joining) => {
    const answer = await visit({ app: app.app, clock }, { email, used_referral_code: code })
    expect([email, answer.status]).toEqual([email, 201])
    joined += 1
    if (proves) proving.push(email)
    return answer.referral_code
  }
  const real = async (code: string | null) => {
    const nth = joined
    const email = nth % 3 === 0 ? `owner@salon${nth}.example` : `person${nth}@gmail.com`
    codes.push(await join({ email, code, proves: nth % 2 === 0 }))
  }
  for (const one of FARM) {
    one.email = `boss${one.nth}@farm.example`
    one.code = await join({ email: one.email, code: null, proves: true })
  }
  const star = await join({ email: 'star@gmail.com', code: null, proves: true })

  const fakes = FARM.flatMap(({ nth, domains, code }) => [
    ...Array.from({ length: FAKES }, (_, fake) => ({
      email: `f${nth}x${fake}@fake${fake}.example`,
      code,
      proves: false,
    })),
    ...Array.from({ length: domains * OWN_FAKES }, (_, fake) => ({
      email: `m${fake}@own${nth}x${fake % domains}.example`,
      code,
      proves: true,
    })),
  ])
  const followers = Array.from({ length: FOLLOWERS }, (_, nth) => ({
    email: `fan${nth}@gmail.com`,
    code: star,
    proves: true,
  }))
  const planned = [...fakes, ...followers]
  for (let day = 1; day <= DAYS; day += 1) {
    for (const one of planned.splice(0, Math.ceil(planned.length / (DAYS + 1 - day)))) await join(one)
    const until = Math.round((PEOPLE * day) / DAYS) - Math.round((planned.length * day) / DAYS)
    while (joined < (day === DAYS ? PEOPLE : until))
      await real(joined % 5 < 2 && codes.length > 0 ? codes[(joined * 7_919) % Math.min(codes.length, 60)]! : null)
    await app.judge()
    await inTransaction(app.pool, async (tx) => {
      await lockCounter(tx)
      const { rows } = await tx.query('select id from waitlist_entries where email = any($1)', [proving.splice(0)])
      await confirmEntries(
        tx,
        rows.map(({ id }) => id as string),
      )
    })
    await followRewards(app)
    await hoursPass(app, 24)
    await owner.handOut()
    await app.rows('analyze')
  }

  const handed = await app.rows(
    `select email, referrals as friends, count(r.entry_id) filter (where r.state = 'handed-out')::integer as rewards,
       (select count(*)::integer from waitlist_entries f where f.inviter_id = e.id) as brought
     from waitlist_entries e left join rewards r on r.entry_id = e.id group by e.id`,
  )
  expect(handed).toHaveLength(PEOPLE)
  const of = (email: string) => handed.find((one) => one.email === email)
  expect(FARM.map(({ email }) => of(email))).toEqual(
    FARM.map(({ email, domains }) => {
      const friends = UNPROVEN + domains * OF_A_DOMAIN
      const rewards = WANTED.filter((wanted) => wanted <= friends).length
      return { email, friends, rewards, brought: FAKES + domains * OWN_FAKES }
    }),
  )
  expect(of('star@gmail.com')).toMatchObject({ friends: FOLLOWERS, rewards: WANTED.length })
  const farmed = FARM.reduce((sum, { email }) => sum + of(email)!.rewards, 0)
  const all = handed.reduce((sum, { rewards }) => sum + rewards, 0)
  expect(await app.rows(`select from rewards where state = 'handed-out'`)).toHaveLength(all)
  expect(all).toBeGreaterThan(farmed * 2)
  expect(await app.verify()).toEqual([])
}, 600_000)
