import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, JoinRequest } from '#shared/joining/join.ts'
import { AppError } from '../base/errors.ts'
import { ensureSecret } from '../db/settings.ts'
import { tooMany } from '../http/limit-rates.ts'
import type { Alarms } from './abuse-alerts.ts'
import { findValue, type Pool, type Queryable } from '../db/query.ts'

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

/** Half of the keys on average: an instant on a desktop, a second on an old phone. Valid for long, because people may take long over the questions. */
const WORK = { rounds: 500, keys: 600 }
const GOOD_FOR_MS = 30 * 60_000

export async function createAskProof({ pool, alarms }: { pool: Pool; alarms: Alarms }): Promise<AskProof> {
  const secret = await ensureSecret(pool, 'challenge_key')
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} keys` }
  const challenge = async (): Promise<Challenge> => ({
    ...(await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: WORK.rounds,
      counter: randomInt(1, WORK.keys),
      deriveKey,
      expiresAt: new Date(Date.now() + GOOD_FOR_MS),
      ...secrets,
    })),
  })
  return {
    early: async (asked) => ((await alarms.find(asked)) ? challenge() : null),
    async check({ used_referral_code, email, submission_id, proof }, { block, crowdedMs }) {
      const alarm = await alarms.find({ code: used_referral_code, block })
      if (!alarm && crowdedMs === null) return
      const isProven = proof !== undefined && (await accept(proof, `${email} ${submission_id ?? ''}`))
      if (alarm) alarms.note(alarm, isProven)
      if (!isProven) throw new AppError('proof-needed', { beside: { challenge: await challenge() } })
    },
  }

  async function accept(proof: string, submission: string): Promise<boolean> {
    const read = readProof(proof)
    if (!read) return false
    const result = await verifySolution({ ...read, deriveKey, ...secrets }).catch(() => null)
    return result?.verified === true && useUp(pool, { id: read.challenge.signature, submission })
  }
}

type Asking = Parameters<typeof verifySolution>[0]
type Proof = Pick<Asking, 'solution'> & { challenge: Asking['challenge'] & { signature: string } }

function readProof(text: string): Proof | null {
  try {
    const read = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<Proof>
    const isWhole = typeof read.challenge?.signature === 'string' && typeof read.solution?.counter === 'number'
    return isWhole ? (read as Proof) : null
  } catch {
    return null
  }
}

/** The same submission is sent again if its answer was lost. */
async function useUp(db: Queryable, { id, submission }: { id: string; submission: string }): Promise<boolean> {
  return (await findValue<boolean>(
    db,
    `insert into used_proofs as u (id, submission) values ($1, md5($2))
     on conflict (id) do update set submission = u.submission returning submission = md5($2) as is_ours`,
    [id, submission],
  ))!
}

export async function dropProofs(db: Queryable): Promise<void> {
  await db.query(`delete from used_proofs where used_at < now() - $1 * interval '2 milliseconds'`, [GOOD_FOR_MS])
}
