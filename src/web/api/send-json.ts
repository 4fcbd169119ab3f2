/** A POST with a JSON body, aborted after `timeout` milliseconds. */
export function sendJson(path: string, body: unknown, { timeout = 30_000 } = {}): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  })
}
