import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import type { Mail } from '../../integrations/mail.ts'
import { recordBounce } from './bounce-queries.ts'
import type { AddressedMail } from './compose-mails.ts'
import type { Claim, Delivered } from '../delivery.ts'
import type { Channel } from '#shared/integrations.ts'
import type { Target } from '../../jobs/jobs.ts'

type Occasion = { channel: Channel; target: Target; claim: Claim }

/** Hands a letter to the mail server, and notes an address that is refused for good. */
export type Post = (addressed: AddressedMail, occasion: Occasion) => Promise<Delivered>

type Dependencies = { pool: pg.Pool; mail: Mail; mailFrom: string }

export function createPost({ pool, mail, mailFrom }: Dependencies): Post {
  const domain = domainOf(mailFrom)
  return async (addressed, occasion) => {
    const messageId = `${name(occasion)}@${domain}`
    try {
      await mail.send({ ...addressed, messageId })
    } catch (error) {
      const isAboutEntry = occasion.channel !== 'send-contact-message'
      if (isAboutEntry && error instanceof DeliveryError && error.kind === 'bounced')
        await recordBounce(pool, occasion.target.entry_id, error.message)
      throw error
    }
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

/** The domain of a sender, which the ids of its mails end in. */
export function domainOf(mailFrom: string): string {
  return mailFrom.replace(/^.*@|>$/g, '')
}
