import { AppError } from '../errors.ts'
import type { CheckPassword } from './check-passwords.ts'
import type { Sessions } from './sessions.ts'

/** For this long a password that was typed proves that the owner is there. */
const PROVEN_MS = 10 * 60_000

type Attempt = { session: string; ip: string; browser: string | null; password: string | undefined }

/** Throws an AppError unless the owner of this session has typed this password now, or some minutes ago. */
export type RequireProof = (attempt: Attempt) => Promise<void>

/** Remembers proofs in memory: with several servers, an owner may be asked once more. */
export function createRequireProof({
  sessions,
  checkPassword,
}: {
  sessions: Sessions
  checkPassword: CheckPassword
}): RequireProof {
  const provenAt = new Map<string, number>()

  return async ({ session, ip, browser: known, password }) => {
    for (const [one, at] of provenAt) if (performance.now() - at > PROVEN_MS) provenAt.delete(one)
    if (password === undefined) {
      if (provenAt.has(session)) return
      throw new AppError('password-needed')
    }
    const browser = known && (await sessions.isRecognised(known)) ? known : null
    const opened = await checkPassword({ password, ip, browser, proof: null })
    if (!opened) throw new AppError('wrong-proof')
    await sessions.close(opened.token)
    provenAt.set(session, performance.now())
  }
}
