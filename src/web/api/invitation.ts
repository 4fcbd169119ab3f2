import { paths } from '#shared/site/paths.ts'
import { Accepted, Invitation } from '#shared/list/waves.ts'
import { timeLimit } from '../timing/time-limit.ts'

/** `unknown`: the token is invalid. `over`: the invitation has ended in the meantime. */
export type InvitationFault = 'unknown' | 'over' | 'failed'

/** The invitation to which this token belongs. */
export function readInvitation(token: string): Promise<Invitation | InvitationFault> {
  return call(token, paths.api.invitation, 'GET', (answer) => Invitation.parse(answer))
}

/** Accepts the invitation. The answer says where the person goes next. */
export function acceptInvitation(token: string): Promise<Accepted | InvitationFault> {
  return call(token, paths.api.invitationAccept, 'POST', (answer) => Accepted.parse(answer))
}

async function call<Answer>(
  token: string,
  path: string,
  method: string,
  parse: (answer: unknown) => Answer,
): Promise<Answer | InvitationFault> {
  try {
    const response = await fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: timeLimit(20_000),
    })
    if (response.ok) return parse(await response.json())
    if (response.status === 404) return 'unknown'
    return response.status === 409 ? 'over' : 'failed'
  } catch (error) {
    console.warn('A call about your invitation failed', error)
    return 'failed'
  }
}
