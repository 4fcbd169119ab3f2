import { paths } from '#shared/site/paths.ts'
import type { CheckInbox, JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import type { Challenge } from '#shared/owner/proof.ts'
import type { ErrorCode, ErrorResponse } from '#shared/values/errors.ts'
import { prove, visitProof } from '../proof/form-visit.ts'
import { sendJson } from './send-json.ts'

const FALLBACK_MESSAGE = 'There was a problem submitting your information. Please try again.'

const PROOF_NEEDED = 428

/** The errors whose message visitors see. For all others, they see `FALLBACK_MESSAGE`. */
const TOLD_TO_VISITORS: ReadonlySet<string> = new Set<ErrorCode>([
  'lookup-failed',
  'position-failed',
  'insert-failed',
  'unconfirmed',
  'not-created',
  'update-failed',
  'leaving',
])

export type JoinProblem = { message: string; fields: Record<string, string> }
/** `asked`: the person has to confirm their address first, whether or not the address is on the list already. */
export type JoinOutcome = { joined: JoinResponse } | { asked: true } | { problem: JoinProblem }

/**
 * Joins. If the server asks for a proof, works it out and joins again. `token`: proves that this browser has joined
 * with the email before.
 */
export async function joinWaitlist(request: JoinRequestInput, token: string | null): Promise<JoinOutcome> {
  try {
    let response = await sendJoin(request, token)
    if (response.status === PROOF_NEEDED) {
      const { challenge } = (await response.clone().json()) as { challenge: Challenge }
      if (await prove(challenge)) response = await sendJoin(request, token)
    }
    if (response.ok) {
      const answer = (await response.json()) as JoinResponse | CheckInbox
      return 'check_inbox' in answer ? { asked: true } : { joined: checked(answer) }
    }
    return { problem: problemOf((await response.json()) as ErrorResponse) }
  } catch (error) {
    console.warn('Joining failed', error)
    return { problem: { message: FALLBACK_MESSAGE, fields: {} } }
  }
}

async function sendJoin(request: JoinRequestInput, token: string | null): Promise<Response> {
  const proof = await visitProof()
  return sendJson(paths.api.entries, { ...request, ...(proof && { proof }) }, { token })
}

/** Throws if a proxy answered instead of the server: a visitor must not see a position that does not exist. */
function checked(joined: JoinResponse): JoinResponse {
  if (!Number.isInteger(joined.position) || !joined.referral_code) throw new Error('The answer has no position')
  return joined
}

function problemOf({ error }: ErrorResponse): JoinProblem {
  return {
    message: TOLD_TO_VISITORS.has(error.code) ? error.message : FALLBACK_MESSAGE,
    fields: error.fields ?? {},
  }
}
