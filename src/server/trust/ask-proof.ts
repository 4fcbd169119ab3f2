import type { Challenge, JoinRequest } from '#shared/join.ts'
import { AppError } from '../errors.ts'
import type { Alarms } from './alarms.ts'
import type { Challenges } from './challenges.ts'

/** Asks for a proof of work where an attack is under way. Nobody is asked otherwise. */
export type AskProof = {
  /** A challenge for a form that is opened with this code, so that it is solved while the person answers. */
  early: (join: Asked) => Promise<Challenge | null>
  /** Throws an AppError with a challenge, unless the request has a proof or needs none. */
  check: (request: JoinRequest, block: string | null) => Promise<void>
}

type Asked = { code: string | null; block: string | null }

export const NO_PROOFS: AskProof = { early: async () => null, check: async () => {} }

export function createAskProof({ alarms, challenges }: { alarms: Alarms; challenges: Challenges }): AskProof {
  return {
    early: async (asked) => ((await alarms.find(asked)) ? { ...(await challenges.make()) } : null),
    async check({ used_referral_code, email, submission_id, proof }, block) {
      const alarm = await alarms.find({ code: used_referral_code, block })
      if (!alarm) return
      const isProven = proof !== undefined && (await challenges.accept(proof, `${email} ${submission_id ?? ''}`))
      alarms.note(alarm, isProven)
      if (!isProven) throw new AppError('proof-needed', { beside: { challenge: await challenges.make() } })
    },
  }
}
