import type pg from 'pg'
import { brand } from '#site/brand.ts'
import { PLACES_PER_FRIEND } from '#site/referral.ts'
import { unsubscribeLink } from '#shared/paths.ts'
import { tidyReferralCode } from '#shared/referral-code.ts'
import { contactMail } from '../../../emails/contact-mail.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { referralMail } from '../../../emails/referral-mail.ts'
import { welcomeMail } from '../../../emails/welcome-mail.ts'
import { readMessage } from '../../contact/read-message.ts'
import { findCode } from '../../people/read-code.ts'
import { type Person, readPerson } from '../../people/read-person.ts'
import { createTokens } from '../../tokens/tokens.ts'

/** A mail and its recipient. */
export type AddressedMail = ComposedMail & { to: string; replyTo: string | null; unsubscribeLink: string | null }

/** Composes each mail from current data. */
export type Mails = {
  welcome: (person: Person) => Promise<AddressedMail>
  /** Names these friends, in the order in which they joined. */
  notification: (referrer: Person, friendIds: string[]) => Promise<AddressedMail>
  /** Null for a message that no longer exists. */
  contactMessage: (id: string) => Promise<AddressedMail | null>
}

/** The number of friends that one mail names; the others are only counted. */
const MOST_NAMED = 5

export function createMails({ pool, publicUrl: origin }: { pool: pg.Pool; publicUrl: string }): Mails {
  const tokens = createTokens(pool)
  const addressTo = async ({ id, email }: Person) => ({
    to: email,
    replyTo: null,
    unsubscribeLink: unsubscribeLink(origin, await tokens.signFirst('unsubscribe', id)),
  })

  return {
    async welcome(person) {
      const addressed = await addressTo(person)
      const { position, referral_code: referralCode, used_referral_code: used } = person
      // The friend's code and not the visitor's text, because a mail must not carry typed text to strangers.
      const usedReferralCode = person.is_referred && used !== null ? await findCode(pool, tidyReferralCode(used)) : null
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
      const wasFirst = position === 1 && positionWithout(referrer, friends.count) === 1
      return {
        ...addressed,
        ...referralMail({ origin, position, referralCode, referrals, friends, wasFirst, ...addressed }),
      }
    },

    async contactMessage(id) {
      const message = await readMessage(pool, id)
      if (!message) return null
      // Not every mail server on the way can read a Reply-To with a mailbox name beyond ASCII.
      const canAnswer = /^[\x20-\x7e]+@/.test(message.email)
      const replyTo = canAnswer ? message.email : null
      return { to: brand.supportEmail, replyTo, unsubscribeLink: null, ...contactMail({ ...message, canAnswer }) }
    },
  }
}

/** The position of a referrer before their newest friends joined. */
function positionWithout({ joined_position, referrals }: Person, friends: number): number {
  return Math.max(1, joined_position - PLACES_PER_FRIEND * (referrals - friends))
}
