import { type Answer, fullUntil, isFull, toDeliveryError } from './beehiiv-answer.ts'
import { hideSecrets } from './hide-secrets.ts'
import { unanswered } from './unanswered.ts'

export type BeehiivConfig = { apiKey: string; publicationId: string; baseUrl: string; timeoutMs?: number }

export type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<Answer>

export function createCall({ apiKey, publicationId, baseUrl, timeoutMs = 20_000 }: BeehiivConfig): Call {
  let closedUntil = 0
  return async function call(method, path, body) {
    if (closedUntil > Date.now()) throw isFull(closedUntil)
    const answer = await send(method, path, body)
    closedUntil = fullUntil(answer)
    if (answer.status < 300 || answer.status === 400 || answer.status === 404) return answer
    throw toDeliveryError(answer)
  }

  async function send(method: string, path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(`${baseUrl}/publications/${publicationId}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = hideSecrets(await response.text(), [apiKey])
      const { status, headers } = response
      // Failures other than 400 may have a body that is not JSON. A deletion has no body.
      const hasBody = (status < 300 && status !== 204) || status === 400
      return { status, headers, body: hasBody ? JSON.parse(text) : null }
    } catch (error) {
      throw unanswered('Beehiiv', error)
    }
  }
}
