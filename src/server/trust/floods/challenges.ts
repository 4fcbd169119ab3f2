import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type pg from 'pg'
import { ensureSecret } from '../../db/secrets.ts'
import type { Queryable } from '../../db/pool.ts'

export type Challenges = {
  make: () => Promise<Challenge>
  /** `submission`: one submitted form. Uses the challenge up. */
  accept: (proof: string, submission: string) => Promise<boolean>
}

const ALGORITHM = 'PBKDF2/SHA-256'

/** Half of the keys on average: an instant on a desktop, a second on an old phone. Valid for long, because people may take long over the questions. */
const WORK = { rounds: 500, keys: 600 }
const GOOD_FOR_MS = 30 * 60_000

export async function createChallenges({ pool }: { pool: pg.Pool }): Promise<Challenges> {
  const secret = await ensureSecret(pool, 'challenge_key')
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} keys` }

  return {
    async make() {
      return createChallenge({
        algorithm: ALGORITHM,
        cost: WORK.rounds,
        counter: randomInt(1, WORK.keys),
        deriveKey,
        expiresAt: new Date(Date.now() + GOOD_FOR_MS),
        ...secrets,
      })
    },
    async accept(proof, submission) {
      const read = readProof(proof)
      if (!read) return false
      const result = await verifySolution({ ...read, deriveKey, ...secrets }).catch(() => null)
      return result?.verified === true && useUp(pool, { id: read.challenge.signature, submission })
    },
  }
}

type Proof = Pick<Parameters<typeof verifySolution>[0], 'solution'> & { challenge: Challenge & { signature: string } }

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
  const { rows } = await db.query<{ is_ours: boolean }>(
    `insert into used_proofs as u (id, submission) values ($1, md5($2))
     on conflict (id) do update set submission = u.submission returning submission = md5($2) as is_ours`,
    [id, submission],
  )
  return rows[0]!.is_ours
}

export async function dropProofs(db: Queryable): Promise<void> {
  await db.query(`delete from used_proofs where used_at < now() - $1 * interval '2 milliseconds'`, [GOOD_FOR_MS])
}
