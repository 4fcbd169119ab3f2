import { expect } from 'vitest'
import type { Milestone, MilestonePreview } from '#shared/list/rewards.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import type { ComposedMail } from '../../src/emails/mail-frame.ts'
import { followLog } from '../../src/server/people/events/follow-log.ts'
import { handOut, REWARDS } from '../../src/server/rewards/hand-out.ts'
import { actingOwner } from './acting-owner.ts'
import type { TestApp } from '../test-app.ts'

/** Brings the rewards in line with the log, as a server does beside the joins. */
export async function followRewards({ pool }: Pick<TestApp, 'pool'>): Promise<void> {
  while ((await followLog(pool, REWARDS))?.isMore !== false);
}

/** Moves the times of rewards that wait back. */
export async function hoursPass(app: TestApp, hours: number): Promise<void> {
  await app.rows(`update rewards set reached_at = reached_at - $1 * interval '1 hour' where state = 'earned'`, hours)
}

/** An owner who gives rewards for friends. */
export async function rewardOwner(app: TestApp) {
  const owner = await actingOwner(app)
  const told: string[] = []
  const tellOwners = (mail: ComposedMail) => Promise.resolve(told.push(mail.subject))
  const codes = async (id: string, all: string[]) => {
    const answer = await owner.post(`/api/admin/rewards/${id}/codes`, { codes: all.join('\n') })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  return {
    ...owner,
    /** The subjects of the mails to owners. */
    told,
    codes,
    milestone: async ({
      codes: own,
      ...changes
    }: {
      friends: number
      does: string
      codes?: string[]
      [field: string]: unknown
    }) => {
      const body = { kind: 'milestone', words: 'A free month', includes_existing: false, ...changes }
      const { id } = await owner.act(body)
      if (own) await codes(id, own)
      return id
    },
    milestones: async () => (await owner.read<{ milestones: Milestone[] }>('/api/admin/rewards')).milestones,
    preview: async (friends: number): Promise<MilestonePreview> =>
      (await owner.post('/api/admin/rewards/preview', { friends })).json(),
    rewardsOf: async (id: string) =>
      (await owner.read<EntryDetail>(`/api/admin/entries/${id}`)).entry.rewards.map(({ state, because, code }) => ({
        state,
        because,
        code,
      })),
    /** Follows the log, and hands out what has waited for a day. */
    aDayLater: async () => {
      await followRewards(app)
      await hoursPass(app, 24)
      await handOut({ pool: app.pool, tellOwners })
    },
    handOut: () => handOut({ pool: app.pool, tellOwners }),
  }
}

/** Friends who join by this code. */
export async function bring(app: TestApp, code: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const email = `friend-${crypto.randomUUID()}@example.com`
    await app.join({ email, used_referral_code: code })
    ids.push((await app.entry(email)).id)
  }
  return ids
}
