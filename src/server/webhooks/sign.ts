import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export function drawSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

type Message = { id: string; at: Date; body: string }

export function signed({ id, at, body }: Message, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
