import { fullUntil, isFull, toDeliveryError } from './beehiiv-answer.ts'
import { type Call, createSend } from './newsletter.ts'

export type BeehiivConfig = { apiKey: string; publicationId: string; baseUrl: string; timeoutMs?: number }

export function createCall({ apiKey, publicationId, baseUrl, timeoutMs }: BeehiivConfig): Call {
  const send = createSend({
    name: 'Beehiiv',
    baseUrl: `${baseUrl}/publications/${publicationId}`,
    headers: { authorization: `Bearer ${apiKey}` },
    secret: apiKey,
    timeoutMs,
  })
  let closedUntil = 0
  return async function call(method, path, body) {
    if (closedUntil > Date.now()) throw isFull(closedUntil)
    const answer = await send(method, path, body)
    closedUntil = fullUntil(answer)
    if (answer.status < 300 || answer.status === 400 || answer.status === 404) return answer
    throw toDeliveryError(answer)
  }
}
