import { createHmac, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import * as z from 'zod/mini'
import { ensureSecret } from '../db/settings.ts'
import { isInternal } from '../base/config/visitor-address.ts'
import { isSameSecret } from '../http/is-from-here.ts'
import type { Pool } from '../db/query.ts'
import { ROUTES } from '#shared/routes.ts'

const PATIENCE_MS = 5_000
const LONGEST_ANSWER = 500
const INSIDE = 'it is an address of a private network, and this list does not answer there'
const Answer = z.object({ answer: z.string() })

/** Whether an address leads to a server of this list. */
export type Reach = {
  answer: (nonce: string) => string
  whyNot: (origin: string) => Promise<string | null>
}

export async function createReach(pool: Pool): Promise<Reach> {
  const secret = await ensureSecret(pool, 'reach_secret')
  const answer = (nonce: string) => createHmac('sha256', secret).update(nonce).digest('base64url')

  return {
    answer,
    async whyNot(origin) {
      const why = await ask(origin)
      return why !== null && (await isInside(origin)) ? INSIDE : why
    },
  }

  async function ask(origin: string): Promise<string | null> {
    const nonce = randomBytes(16).toString('hex')
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const response = await fetch(origin + ROUTES.reach.path.replace(':nonce', nonce), { signal, redirect: 'manual' })
      const text = await readShort(response)
      if (response.status !== 200)
        return `another answer came, with the status ${response.status}${response.headers.has('location') ? ', which leads elsewhere' : ''}`
      return isOurs(text, answer(nonce)) ? null : 'another program answers there'
    } catch (error) {
      if (signal.aborted) return `no answer came within ${PATIENCE_MS / 1_000} seconds`
      const { cause, message } = error as Error
      return `it cannot be reached (${cause instanceof Error ? cause.message : message})`
    }
  }
}

/** Nobody may use this server to explore a private network. */
async function isInside(origin: string): Promise<boolean> {
  const host = new URL(origin).hostname.replaceAll(/^\[|\]$/g, '')
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.some(({ address }) => isInternal(address))
}

function isOurs(text: string, expected: string): boolean {
  try {
    const answer = z.safeParse(Answer, JSON.parse(text))
    return answer.success && isSameSecret(answer.data.answer, expected)
  } catch {
    return false
  }
}

/** Another program may send without end. */
async function readShort(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('utf8')
    if (text.length > LONGEST_ANSWER) break
  }
  return text
}
