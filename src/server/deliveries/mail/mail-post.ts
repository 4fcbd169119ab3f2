import { createHash } from 'node:crypto'
import { DeliveryError } from '../../outbox/integrations/delivery-error.ts'
import type { Mail } from '../../outbox/integrations/mail.ts'
import { type Budgets, returnBudget, takeBudget } from './budgets.ts'
import { recordBounce } from './bounces.ts'
import type { AddressedMail } from './compose-mails.ts'
import { readAddress } from '../../people/find-person.ts'
import { PERHAPS } from '../../waves/updates/updates.ts'
import { dropBounced } from '../../waves/invitations.ts'
import { type Channel, type Delivered, type Row, skipped, TooEarly } from '../../outbox/channel.ts'
import type { Pool } from '../../db/query.ts'

type Occasion = {
  row: Row
  /** What the mail is about beside its person, if not the row's friend: its Message-ID depends on it. */
  about?: string
  /** The mail is never repeated: who may have got it is recorded as such. */
  isOnce?: boolean
  /** The person has just asked for the mail with a token, and a separate limit bounds how often. */
  isTheirs?: boolean
}

export type Posting = { pool: Pool; mail: Mail; mailFrom: string; mailBudgets: Budgets }

/** SMTP cannot promise 'once': whoever may have got such a mail gets no second one. */
export const PERHAPS_SENT = skipped(PERHAPS)

/**
 * Hands a mail to the mail server, and records an address that is refused for good. Throws TooEarly if a budget is used
 * up or the person's address has changed, and a DeliveryError if the mail server does not take the mail.
 */
export async function post(
  { pool, mail, mailFrom, mailBudgets }: Posting,
  addressed: AddressedMail,
  occasion: Occasion,
): Promise<Delivered> {
  const { channel, subject } = occasion.row
  const budget = await takeBudget(pool, mailBudgets, {
    ...addressed,
    scopes: scopesOf(occasion),
    isForOther: channel === 'send-address-confirmation',
    isPatient: PATIENT.includes(channel),
  })
  if ('until' in budget) throw new TooEarly(budget.until)
  const isTheirAddress = !TO_OTHERS.includes(channel)
  // Their address may have changed only if the server hung since it composed the mail. A change after this check does
  // no harm: it ends the mail's tokens, which were signed before.
  if (isTheirAddress && (await readAddress(pool, subject)) !== addressed.to) {
    await returnBudget(pool, budget.taken)
    throw new TooEarly(new Date())
  }
  const messageId = `${name(occasion)}@${domainOf(mailFrom)}`
  if (occasion.isOnce) await setInHand(pool, occasion.row, messageId)
  try {
    await mail.send({ ...addressed, messageId })
  } catch (error) {
    if (occasion.isOnce && mayHaveLeft(error)) return PERHAPS_SENT
    if (occasion.isOnce) await setInHand(pool, occasion.row, null)
    await returnBudget(pool, budget.taken)
    if (isTheirAddress && error instanceof DeliveryError && error.kind === 'bounced') {
      await recordBounce(pool, subject, error.message)
      await dropBounced(pool, [subject])
    }
    throw error
  }
  return { state: 'done', remote_id: messageId }
}

/**
 * Marks the mail as handed over, or takes the mark back. Whoever claims a marked row does not know whether it left: the
 * server that had it was killed.
 */
async function setInHand(pool: Pool, { id, claim }: Row, messageId: string | null): Promise<void> {
  await pool.query('update outbox set remote_id = $3 where id = $1 and claimed_by = $2', [id, claim, messageId])
}

const NEVER_CONNECTED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Connection timeout|Greeting never received/

function mayHaveLeft(error: unknown): boolean {
  const { code, originalCode, message, responseCode } = ((error as Error).cause ?? {}) as Record<string, unknown>
  const isBroken = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EABORT', 'ESTREAM'].includes(String(code))
  return isBroken && !responseCode && !NEVER_CONNECTED.test(`${originalCode} ${message}`)
}

function scopesOf({ row: { channel }, isTheirs }: Occasion): ('all' | 'domain' | 'recipient')[] {
  if (channel === 'send-contact-message') return ['all']
  return isTheirs ? ['all', 'domain'] : ['all', 'domain', 'recipient']
}

const PATIENT: Channel[] = ['send-invitation', 'send-invitation-reminder', 'send-update', 'send-opening', 'send-reward']

/** The mails that do not go to the person's own address. Their bounces are not recorded for that address. */
const TO_OTHERS: Channel[] = ['send-contact-message', 'send-address-confirmation', 'send-opening']

/**
 * The part of the Message-ID before the domain. After a crash, the server may send a mail twice, because it cannot know
 * whether the mail went out. Both copies get the same Message-ID, which shows that they are the same mail. The time of
 * the last delivery distinguishes one welcome mail from the next.
 */
function name({ row: { channel, subject, friend_id, delivered_at }, about }: Occasion): string {
  const parts = [channel, subject, about ?? friend_id ?? '', delivered_at?.toISOString() ?? '']
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)
}

export function domainOf(mailFrom: string): string {
  return mailFrom.replace(/^.*@|>$/g, '')
}
