import type { Challenge, JoinRequest } from '#shared/joining/join.ts'
import { AppError } from '../../base/errors.ts'
import { tooMany } from '../../http/limit-rates.ts'
import type { Alarms } from './alarms.ts'
import type { Challenges } from './challenges.ts'

export type AskProof = {
  /** Solved while the person answers. Null if none is needed. */
  early: (join: Asked) => Promise<Challenge | null>
  check: (request: JoinRequest, situation: Situation) => Promise<void>
}

type Asked = { code: string | null; block: string | null }

type Situation = {
  block: string | null
  crowdedMs: number | null
}

/** For sites where browsers cannot solve a challenge: in a crowd, people have to wait instead. */
export const NO_PROOFS: AskProof = {
  early: async () => null,
  check: async (_request, { crowdedMs }) => {
    if (crowdedMs !== null) throw tooMany(crowdedMs)
  },
}

export function createAskProof({ alarms, challenges }: { alarms: Alarms; challenges: Challenges }): AskProof {
  return {
    early: async (asked) => ((await alarms.find(asked)) ? { ...(await challenges.make()) } : null),
    async check({ used_referral_code, email, submission_id, proof }, { block, crowdedMs }) {
      const alarm = await alarms.find({ code: used_referral_code, block })
      if (!alarm && crowdedMs === null) return
      const isProven = proof !== undefined && (await challenges.accept(proof, `${email} ${submission_id ?? ''}`))
      if (alarm) alarms.note(alarm, isProven)
      if (!isProven) throw new AppError('proof-needed', { beside: { challenge: await challenges.make() } })
    },
  }
}
