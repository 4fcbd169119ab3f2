import { createHash } from 'node:crypto'
import type { Mail } from '../integrations/mail.ts'
import type { Letter } from './compose-letters.ts'
import type { Claim, Delivered } from './delivery.ts'
import type { Channel, Target } from './jobs.ts'

type Occasion = { channel: Channel; target: Target; claim: Claim }

/** Hands a letter to the mail server. */
export type Post = (letter: Letter, occasion: Occasion) => Promise<Delivered>

export function createPost({ mail, mailFrom }: { mail: Mail; mailFrom: string }): Post {
  const domain = mailFrom.replace(/^.*@|>$/g, '')
  return async (letter, occasion) => {
    const messageId = `${name(occasion)}@${domain}`
    await mail.send({ ...letter, messageId })
    return { state: 'done', remote_id: messageId }
  }
}

/**
 * The same for the same mail: one that is sent again after a crash, because nothing tells that it had gone out, is known
 * by its Message-ID. What was delivered before tells the next welcome from the last.
 */
function name({ channel, target: { entry_id, friend_id }, claim }: Occasion): string {
  const parts = [channel, entry_id, friend_id ?? '', claim.delivered_at?.toISOString() ?? '']
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)
}
