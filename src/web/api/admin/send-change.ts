import * as z from 'zod/mini'
import { ErrorResponse } from '#shared/values/errors.ts'
import { request } from './admin.ts'

/** A refusal, in the server's words. */
export type Refused = { refused: string }

export const UNREACHABLE = { refused: 'The server cannot be reached right now. Please try again in a moment.' }

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'refused' in answer
}

/** The `read` function for answers without a body. */
export const nothing = () => Promise.resolve(null)

/** Sends a change, and returns the answer or the refusal. */
export async function send<Answer>(
  method: string,
  path: string,
  body: object | undefined,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer | Refused> {
  try {
    const response = await request(path, {
      method,
      allow: [400, 403, 404, 409],
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return response.ok ? await read(response) : await refusalOf(response)
  } catch (error) {
    console.warn('A change could not be sent', error)
    return UNREACHABLE
  }
}

export async function refusalOf(response: Response): Promise<Refused> {
  const answer = z.safeParse(ErrorResponse, await response.json().catch(() => null))
  return answer.success ? { refused: answer.data.error.message } : UNREACHABLE
}
