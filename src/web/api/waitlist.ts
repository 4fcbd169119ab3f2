import { paths } from '#shared/paths.ts'
import type { Challenge, JoinRequestInput, JoinResponse } from '#shared/join.ts'
import type { ErrorCode, ErrorResponse } from '#shared/errors.ts'
import { prove, sentWithJoin } from '../proof/form-visit.ts'
import { sendJson } from './send-json.ts'

const FALLBACK_MESSAGE = 'There was a problem submitting your information. Please try again.'

const PROOF_NEEDED = 428

/** The stages of joining that have their own failure notice. */
const TOLD_TO_VISITORS: ReadonlySet<string> = new Set<ErrorCode>([
  'lookup-failed',
  'position-failed',
  'insert-failed',
  'unconfirmed',
  'not-created',
  'update-failed',
])

export type JoinProblem = { message: string; fields: Record<string, string> }
export type JoinOutcome = { joined: JoinResponse } | { problem: JoinProblem }

/** Joins. If the server asks for a proof, works it out and joins again. */
export async function joinWaitlist(request: JoinRequestInput): Promise<JoinOutcome> {
  try {
    let response = await sendJoin(request)
    if (response.status === PROOF_NEEDED) {
      const { challenge } = (await response.clone().json()) as { challenge: Challenge }
      if (await prove(challenge)) response = await sendJoin(request)
    }
    if (response.ok) return { joined: checked((await response.json()) as JoinResponse) }
    return { problem: problemOf((await response.json()) as ErrorResponse) }
  } catch (error) {
    console.warn('Joining failed', error)
    return { problem: { message: FALLBACK_MESSAGE, fields: {} } }
  }
}

async function sendJoin(request: JoinRequestInput): Promise<Response> {
  return sendJson(paths.api.entries, { ...request, ...(await sentWithJoin()) })
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
