import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import type { Mail } from '../../integrations/mail.ts'
import { type Budgets, returnBudget, takeBudget } from './budgets.ts'
import { recordBounce } from './bounce-queries.ts'
import type { AddressedMail } from './compose-mails.ts'
import { readAddress } from '../../people/find-person.ts'
import { dropBounced } from '../../waves/invite.ts'
import { type Claim, type Delivered, TooEarly } from '../outbox/delivery.ts'
import type { Channel } from '#shared/owner/integrations.ts'
import type { Target } from '../../jobs/jobs.ts'

type Occasion = {
  channel: Channel
  target: Target
  claim: Claim
  /** The person has just asked for the mail with a token, and a separate limit bounds how often. */
  isTheirs?: boolean
}

/**
 * Hands a mail to the mail server, and records an address that is refused for good. Throws TooEarly if a budget is used
 * up or the person's address has changed, and a DeliveryError if the mail server does not take the mail.
 */
export type Post = (addressed: AddressedMail, occasion: Occasion) => Promise<Delivered>

type Dependencies = { pool: pg.Pool; mail: Mail; mailFrom: string; budgets: Budgets }

export function createPost({ pool, mail, mailFrom, budgets }: Dependencies): Post {
  const domain = domainOf(mailFrom)
  return async (addressed, occasion) => {
    const budget = await takeBudget(pool, budgets, {
      ...addressed,
      scopes: scopesOf(occasion),
      isForOther: occasion.channel === 'send-address-confirmation',
      isPatient: PATIENT.includes(occasion.channel),
    })
    if ('until' in budget) throw new TooEarly(budget.until)
    if (await hasMoved(pool, occasion, addressed)) {
      await returnBudget(pool, budget.taken)
      throw new TooEarly(new Date())
    }
    const messageId = `${name(occasion)}@${domain}`
    try {
      await mail.send({ ...addressed, messageId })
    } catch (error) {
      await returnBudget(pool, budget.taken)
      if (!TO_OTHERS.includes(occasion.channel) && error instanceof DeliveryError && error.kind === 'bounced') {
        await recordBounce(pool, occasion.target.entry_id, error.message)
        await dropBounced(pool, [occasion.target.entry_id])
      }
      throw error
    }
    return { state: 'done', remote_id: messageId }
  }
}

/**
 * Whether the person's address has changed since this mail was composed. This can only happen if the server hung for
 * long meanwhile. A change after this check does no harm: it ends the mail's tokens, which were signed before.
 */
async function hasMoved(pool: pg.Pool, { channel, target }: Occasion, { to }: AddressedMail): Promise<boolean> {
  if (TO_OTHERS.includes(channel)) return false
  return (await readAddress(pool, target.entry_id)) !== to
}

function scopesOf({ channel, isTheirs }: Occasion): ('all' | 'domain' | 'recipient')[] {
  if (channel === 'send-contact-message') return ['all']
  return isTheirs ? ['all', 'domain'] : ['all', 'domain', 'recipient']
}

/** The mails of waves, which must not delay mails that people wait for. */
const PATIENT: Channel[] = ['send-invitation', 'send-invitation-reminder']

/** The mails that do not go to the person's own address. Their bounces are not recorded for that address. */
const TO_OTHERS: Channel[] = ['send-contact-message', 'send-address-confirmation']

/**
 * The part of the Message-ID before the domain. After a crash, the server may send a mail twice, because it cannot know
 * whether the mail went out. Both copies get the same Message-ID, which shows that they are the same mail. The time of
 * the last delivery distinguishes one welcome mail from the next.
 */
function name({ channel, target: { entry_id, friend_id }, claim }: Occasion): string {
  const parts = [channel, entry_id, friend_id ?? '', claim.delivered_at?.toISOString() ?? '']
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)
}

/** The domain of a sender, in which the Message-IDs of its mails end. */
export function domainOf(mailFrom: string): string {
  return mailFrom.replace(/^.*@|>$/g, '')
}
