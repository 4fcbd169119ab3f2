import type pg from 'pg'
import { brand } from '#site/brand.ts'
import { unsubscribeLink } from '#shared/paths.ts'
import { normalizeReferralCode } from '#shared/referral-code.ts'
import { contactMail } from '../../../emails/contact-mail.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { referralMail } from '../../../emails/referral-mail.ts'
import { welcomeMail } from '../../../emails/welcome-mail.ts'
import { readMessage } from '../../contact/read-message.ts'
import { createUnsubscribeTokens } from '../../opt-outs/unsubscribe-tokens.ts'
import { type Person, readPerson } from '../../people/read-person.ts'

/** A mail and whom it goes to. */
export type AddressedMail = ComposedMail & { to: string; replyTo: string | null; unsubscribeLink: string | null }

/** The mails as they are now. */
export type Mails = {
  welcome: (person: Person) => Promise<AddressedMail>
  /** Of these friends, in the order of their joining. */
  notification: (referrer: Person, friendIds: string[]) => Promise<AddressedMail>
  /** Null for a message that is gone. */
  contactMessage: (id: string) => Promise<AddressedMail | null>
}

/** Friends whom one mail names; it counts the others. */
const MOST_NAMED = 5

export function createMails({ pool, publicUrl: origin }: { pool: pg.Pool; publicUrl: string }): Mails {
  const tokens = createUnsubscribeTokens(pool)
  const addressTo = async ({ id, email }: Person) => ({
    to: email,
    replyTo: null,
    unsubscribeLink: unsubscribeLink(origin, await tokens.sign(id)),
  })

  return {
    async welcome(person) {
      const addressed = await addressTo(person)
      const { position, referral_code: referralCode, used_referral_code: used } = person
      // As typed it may be a whole link: only the code itself goes on.
      const usedReferralCode = person.is_referred && used !== null ? normalizeReferralCode(used) : null
      return {
        ...addressed,
        ...welcomeMail({ origin, position, referralCode, usedReferralCode, chosen: person, ...addressed }),
      }
    },

    async notification(referrer, friendIds) {
      const addressed = await addressTo(referrer)
      const named = await Promise.all(friendIds.slice(0, MOST_NAMED).map((id) => readPerson(pool, id)))
      const friends = { count: friendIds.length, emails: named.map((friend) => friend?.email ?? null) }
      const { position, referral_code: referralCode, referrals } = referrer
      return { ...addressed, ...referralMail({ origin, position, referralCode, referrals, friends, ...addressed }) }
    },

    async contactMessage(id) {
      const message = await readMessage(pool, id)
      if (!message) return null
      // Mails beyond ASCII before the @ are nothing for a header that every server on the way has to read.
      const canAnswer = /^[\x20-\x7e]+@/.test(message.email)
      const replyTo = canAnswer ? message.email : null
      return { to: brand.supportEmail, replyTo, unsubscribeLink: null, ...contactMail({ ...message, canAnswer }) }
    },
  }
}
