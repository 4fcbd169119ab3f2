import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followRewards, hoursPass, rewardOwner } from '../../../test/people/reward-owner.ts'
import { runs } from '../../../test/runs.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createErasing } from '../create-erasing.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { addImportedFriends, removeImportedFriends } from '../trust/imported-friends.ts'
import { inTransaction } from '../db/query.ts'

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('join' as const), inviter: fc.nat({ max: 2 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('reject' as const, 'accept' as const, 'leave' as const),
      pick: fc.nat(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('import' as const, 'unimport' as const),
      inviter: fc.nat({ max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('hours' as const), hours: fc.constantFrom(1, 12, 24) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('follow' as const, 'hand out' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('take' as const), inviter: fc.nat({ max: 2 }), nth: fc.nat({ max: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('codes' as const), codes: fc.integer({ min: 1, max: 2 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const WANTED = [1, 2]

/** What the rule says of one person and one milestone. */
type Reward = { state: 'earned' | 'handed-out' | 'taken-back'; because: string | null; hours: number; since: number }
type Inviter = { id: string; code: string; friends: Map<string, boolean>; imported: number; rewards: (Reward | null)[] }

class Run {
  readonly apps: [TestApp, TestApp]
  readonly owner: Awaited<ReturnType<typeof rewardOwner>>
  inviters: Inviter[] = []
  milestones: string[] = []
  unused = 1
  number = 0
  earned = 0
  readonly import = crypto.randomUUID()

  constructor(apps: [TestApp, TestApp], owner: Awaited<ReturnType<typeof rewardOwner>>) {
    this.apps = apps
    this.owner = owner
  }

  async begin() {
    this.milestones = []
    for (const [nth, friends] of WANTED.entries())
      this.milestones.push(await this.owner.milestone({ friends, does: nth === 0 ? 'code' : 'nothing' }))
    await this.owner.codes(this.milestones[0]!, [`c-${crypto.randomUUID()}`])
    const joined = await this.apps[0].joinMany(3)
    for (const { email, referral_code } of joined) {
      const { id } = await this.apps[0].entry(email)
      this.inviters.push({ id, code: referral_code, friends: new Map(), imported: 0, rewards: [null, null] })
    }
  }

  /** Milestones end with the run, so that the next one can have the same numbers. */
  async end() {
    for (const id of this.milestones) await this.owner.undo(id)
  }

  async take(one: Step) {
    const [app, other] = this.apps
    if (one.does === 'join') {
      const inviter = this.inviters[one.inviter]!
      const email = `f${crypto.randomUUID()}@example.com`
      await (this.number++ % 2 === 0 ? app : other).join({ email, used_referral_code: inviter.code })
      inviter.friends.set((await app.entry(email)).id, true)
      this.judge(inviter)
    } else if (one.does === 'reject' || one.does === 'accept' || one.does === 'leave') {
      const all = this.inviters.flatMap((inviter) => [...inviter.friends.keys()].map((id) => ({ inviter, id })))
      if (all.length === 0) return
      const { inviter, id } = all[one.pick % all.length]!
      if (one.does === 'leave') {
        const { eraseEntries } = createErasing({ dataDir: '/tmp' })
        await inTransaction(app.pool, async (tx) => {
          await lockCounter(tx)
          await eraseEntries(tx, [id])
        })
        inviter.friends.delete(id)
      } else {
        await this.owner.act({ kind: one.does, select: { ids: [id] } })
        inviter.friends.set(id, one.does === 'accept')
      }
      this.judge(inviter)
    } else if (one.does === 'import' || one.does === 'unimport') {
      const inviter = this.inviters[one.inviter]!
      await inTransaction(app.pool, async (tx) => {
        await lockCounter(tx)
        const { id: entry_id } = inviter
        if (one.does === 'unimport') await removeImportedFriends(tx, { ids: [entry_id], by: this.import })
        else await addImportedFriends(tx, { imported: [{ entry_id, friends: 1 }], moves: false, by: this.import })
      })
      inviter.imported = one.does === 'import' ? 1 : 0
      this.judge(inviter)
      // An import names no friend in the log: a look between two of them sees both.
      await followRewards(app)
    } else if (one.does === 'hours') {
      await followRewards(app)
      await hoursPass(app, one.hours)
      for (const reward of this.inviters.flatMap(({ rewards }) => rewards)) if (reward) reward.hours += one.hours
    } else if (one.does === 'follow') {
      await followRewards(other)
    } else if (one.does === 'take') {
      const inviter = this.inviters[one.inviter]!
      await followRewards(app)
      await this.owner.act({ kind: 'take-reward', milestone: this.milestones[one.nth], select: { ids: [inviter.id] } })
      const reward = inviter.rewards[one.nth]
      if (reward?.state === 'earned') Object.assign(reward, { state: 'taken-back', because: 'owner' })
    } else if (one.does === 'codes') {
      const codes = Array.from({ length: one.codes }, () => `c-${crypto.randomUUID()}`)
      await this.owner.codes(this.milestones[0]!, codes)
      this.unused += one.codes
    } else if (one.does === 'hand out') {
      await followRewards(app)
      await Promise.all([this.owner.handOut(), this.owner.handOut()])
      for (const nth of [0, 1]) {
        const due = this.inviters
          .flatMap(({ rewards }) => rewards[nth] ?? [])
          .filter(({ state, hours }) => state === 'earned' && hours >= 24)
        const given = nth === 0 ? due.toSorted((a, b) => a.since - b.since).slice(0, this.unused) : due
        if (nth === 0) this.unused -= given.length
        for (const reward of given) reward.state = 'handed-out'
      }
    }
  }

  private judge({ friends, imported, rewards }: Inviter) {
    const count = [...friends.values()].filter(Boolean).length + imported
    for (const [nth, wanted] of WANTED.entries()) {
      const reward = rewards[nth] ?? null
      const has = count >= wanted
      if (has && (reward === null || reward.because === 'below'))
        rewards[nth] = { state: 'earned', because: null, hours: 0, since: (this.earned += 1) }
      if (!has && reward?.state === 'earned') Object.assign(reward, { state: 'taken-back', because: 'below' })
    }
  }

  async expectSame() {
    await followRewards(this.apps[0])
    for (const { id, rewards } of this.inviters) {
      const rows = await this.apps[0].rows(
        'select milestone_id, state, because from rewards where entry_id = $1 and milestone_id = any($2)',
        id,
        this.milestones,
      )
      const found = this.milestones.map((milestone) => rows.find(({ milestone_id }) => milestone_id === milestone))
      // Somebody who reached and lost a milestone between two looks has never had a row.
      const states = found.map((row, nth) => (row ? `${row.state} ${row.because}` : nothing(rewards[nth])))
      expect(states).toEqual(rewards.map((one) => (one ? `${one.state} ${one.because}` : 'nothing')))
    }
    const codes = await this.apps[0].rows(
      `select count(*)::int as given, count(distinct entry_id)::int as people from reward_codes where milestone_id = $1 and state = 'given'`,
      this.milestones[0],
    )
    expect(codes[0]!.given).toBe(codes[0]!.people)
  }
}

function nothing(reward: Reward | null | undefined): string {
  return reward?.because === 'below' ? 'taken-back below' : 'nothing'
}

test('whoever joins, leaves, is rejected or imported, rewards follow the friends on two servers, and no code is given twice', async () => {
  await using first = await testApp()
  await using second = await testApp({ beside: first })
  const owner = await rewardOwner(first)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const run = new Run([first, second], owner)
      await run.begin()
      try {
        for (const one of steps) await run.take(one)
        await run.expectSame()
        expect(await first.verify()).toEqual([])
      } finally {
        await run.end()
      }
    }),
    runs(60),
  )
}, 240_000)
