import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { labelOf, readBrowser, readSession, writeSession } from '../http/session-cookies.ts'
import type { CheckPassword } from './check-passwords.ts'
import { SESSION_SECONDS, type Sessions } from './sessions.ts'

/** For this long a password that was typed proves that the owner is there. */
const PROVEN_MS = 10 * 60_000

/** What routes ask of the person who signed in. */
export type OwnerProof = {
  /** Throws an AppError unless this session's owner has typed this password now, or some minutes ago. */
  requireProof: (request: FastifyRequest, password: string | undefined) => Promise<void>
  /** Gives the browser its session again, under the name that the site's address calls for now. */
  keepSession: (request: FastifyRequest, reply: FastifyReply) => void
}

type Dependencies = { sessions: Sessions; checkPassword: CheckPassword; isSecure: () => boolean }

/** Remembers proofs in memory: with several servers, an owner may be asked once more. */
export function createOwnerProof({ sessions, checkPassword, isSecure }: Dependencies): OwnerProof {
  const provenAt = new Map<string, number>()

  return {
    async requireProof(request, password) {
      const label = labelOf(request)
      for (const [one, at] of provenAt) if (performance.now() - at > PROVEN_MS) provenAt.delete(one)
      if (password === undefined && provenAt.has(label)) return
      if (password === undefined) throw new AppError('password-needed')
      const known = readBrowser(request)
      const browser = known && (await sessions.isRecognised(known)) ? known : null
      const opened = await checkPassword({ password, ip: request.ip, browser, proof: null })
      if (!opened) throw new AppError('wrong-proof')
      await sessions.close(opened.token)
      provenAt.set(label, performance.now())
    },
    keepSession(request, reply) {
      const token = readSession(request)
      if (token) writeSession(reply, token, { isSecure: isSecure(), seconds: SESSION_SECONDS })
    },
  }
}
