import type { Challenge, JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import { ROUTES } from '#shared/routes.ts'
import type { ErrorCode } from '#shared/values/errors.ts'
import { toldOf } from '#shared/joining/told.ts'
import { site } from '#shared/site/site.ts'
import { call } from '../../calls/call.ts'
import { CallError, warn } from '../../calls/call-error.ts'
import { prove, visitProof } from '../../proof/form-visit.ts'

const TOLD_TO_VISITORS: ReadonlySet<string> = new Set<ErrorCode>([
  'lookup-failed',
  'position-failed',
  'insert-failed',
  'unconfirmed',
  'not-created',
  'update-failed',
  'leaving',
  'list-paused',
  'list-closed',
])

export type JoinProblem = { message: string; fields: Record<string, string> }
/** `asked`: they confirm their address first, on the list or not. */
type JoinOutcome = { joined: JoinResponse } | { asked: true } | { problem: JoinProblem }

/** `token`: proves that this browser has joined with the email before. */
export async function joinWaitlist(request: JoinRequestInput, token: string | null): Promise<JoinOutcome> {
  try {
    const answer = await send(request, token).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'proof-needed') throw error
      if (!(await prove(error.body.challenge as Challenge))) throw error
      return send(request, token)
    })
    return 'check_inbox' in answer ? { asked: true } : { joined: checked(answer) }
  } catch (error) {
    warn('Joining failed', error)
    const code = error instanceof CallError ? error.code : null
    const told = code !== null && TOLD_TO_VISITORS.has(code) ? toldOf(code) : null
    const fields = error instanceof CallError ? error.fields : {}
    return { problem: { message: told ?? site().form.failed.description, fields } }
  }
}

async function send(request: JoinRequestInput, token: string | null) {
  const proof = await visitProof()
  return call(ROUTES.join, { ...request, ...(proof && { proof }) }, { token })
}

/** A visitor must not see a position that does not exist, because a proxy answered. */
function checked(joined: JoinResponse): JoinResponse {
  if (!Number.isInteger(joined.position) || !joined.referral_code) throw new Error('The answer has no position')
  return joined
}
