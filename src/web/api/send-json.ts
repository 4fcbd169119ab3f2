import { timeLimit } from '../timing/time-limit.ts'

type SendOptions = { timeout?: number; token?: string | null }

/** A POST with a JSON body, and the token of a person if there is one, aborted after `timeout` milliseconds. */
export function sendJson(
  path: string,
  body: unknown,
  { timeout = 30_000, token }: SendOptions = {},
): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: timeLimit(timeout),
  })
}
