import { site } from '#shared/site/site.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { confirmLink, invitationLink, placeLink } from '#shared/site/paths.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { contactMail } from '../../../emails/contact-mail.ts'
import { invitationMail, invitationReminderMail } from '../../../emails/invitation-mail.ts'
import { confirmAddressMail, confirmAnswersMail, confirmMail, placeLinkMail } from '../../../emails/link-mails.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { referralMail } from '../../../emails/referral-mail.ts'
import { welcomeMail } from '../../../emails/welcome-mail.ts'
import { type Asked, createAddressing, type Dependencies, isNewcomer } from './addressing.ts'
import { summarizeRequests } from '../../joining/requests.ts'
import { readMessage } from '../../contact/read-message.ts'
import { countFriends } from '../../people/count-friends.ts'
import { findCode } from '../../people/read-code.ts'
import { readWaitingChange } from '../../people/addresses/email-changes.ts'
import { findNewestFriend, sumPlaces } from '../../people/find-person.ts'
import { type Person, readPerson } from '../../people/read-person.ts'
import { readRule } from '../../places/referral-rule.ts'

/** A mail and its recipient. */
export type AddressedMail = ComposedMail & {
  to: string
  replyTo: string | null
  unsubscribeLink: string | null
  /** Whether the mail is about a doubtful entry: such mails get at most half of most budgets. */
  isDoubtful: boolean
  /** Whether the person that the mail is about joined within the last day. */
  isOfNewcomer: boolean
}

/** Composes each mail from current data. */
export type Mails = {
  welcome: (person: Person) => Promise<AddressedMail>
  /** Names these friends, in the order in which they joined. */
  notification: (referrer: Person, friendIds: string[]) => Promise<AddressedMail>
  /** Asks a new person to confirm their address. */
  confirm: (person: Asked, options?: { isReminder: boolean }) => Promise<AddressedMail>
  /** Asks a person on the list whether new answers are theirs. */
  confirmAnswers: (person: Person) => Promise<AddressedMail>
  /** Sends a person the link to their own place, which they asked for. */
  placeLink: (person: Person) => Promise<AddressedMail>
  /**
   * Asks the owner of another address whether this person may use it; null if the person asked for no other address.
   */
  confirmAddress: (person: Person) => Promise<AddressedMail | null>
  /** Invites a person, with the owner's text. The invitation is open for `invitationDays`. */
  invitation: (person: Person, wave: { subject: string; text: string }) => Promise<AddressedMail>
  /** Reminds a person that their invitation ends. */
  invitationReminder: (person: Person, endsAt: Date) => Promise<AddressedMail>
  /** Null for a message that no longer exists. */
  contactMessage: (id: string) => Promise<AddressedMail | null>
}

/** The number of friends that one mail names; the others are only counted. */
const MOST_NAMED = 5

export function createMails(dependencies: Dependencies): Mails {
  const writing = { ...dependencies, ...createAddressing(dependencies) }
  return {
    ...toWelcome(writing),
    ...aboutFriends(writing),
    ...toConfirm(writing),
    ...aboutPlaces(writing),
    ...toLetIn(writing),
    ...toOwners(writing),
  }
}

type Writing = Dependencies & ReturnType<typeof createAddressing>

function toWelcome({ pool, origin, addressTo, placeLinkOf, askFor }: Writing): Pick<Mails, 'welcome'> {
  return {
    async welcome(person) {
      const addressed = await addressTo(person)
      const { position, referral_code: referralCode, used_referral_code: used } = person
      // Uses the friend's stored code and not the visitor's text, because a mail must not carry typed text to
      // strangers.
      const usedReferralCode = person.is_referred && used !== null ? await findCode(pool, tidyReferralCode(used)) : null
      return {
        ...addressed,
        ...welcomeMail({
          origin,
          position,
          referralCode,
          usedReferralCode,
          chosen: person,
          rule: await readRule(pool),
          placeLink: await placeLinkOf(person),
          ask: await askFor('friend', person),
          ...addressed,
        }),
      }
    },
  }
}

function aboutFriends({ pool, origin, addressTo, placeLinkOf, askFor }: Writing): Pick<Mails, 'notification'> {
  return {
    async notification(referrer, friendIds) {
      const addressed = await addressTo(referrer)
      const named = await Promise.all(friendIds.slice(0, MOST_NAMED).map((id) => readPerson(pool, id)))
      const friends = { count: friendIds.length, emails: named.map((friend) => friend?.email ?? null) }
      const { position, referral_code: referralCode, referrals } = referrer
      const brought = await sumPlaces(pool, friendIds)
      // Only the mail about the newest friend asks the referrer to confirm.
      const isNewest = friendIds.includes((await findNewestFriend(pool, referrer.id)) ?? '')
      const wasFirst = position === 1 && referrer.joined_position - referrer.credited_places + brought <= 1
      return {
        ...addressed,
        ...referralMail({
          origin,
          position,
          referralCode,
          referrals,
          waiting: (await countFriends(pool, referrer.id)).waiting ?? 0,
          friends,
          wasFirst,
          rule: await readRule(pool),
          credited: referrer.credited_places,
          placeLink: await placeLinkOf(referrer),
          ask: isNewest ? await askFor('places', referrer) : null,
          ...addressed,
        }),
      }
    },
  }
}

/** The mails that ask people to confirm their sign-up or their new answers. */
function toConfirm({
  origin,
  confirmDays,
  addressTo,
  signWithCode,
}: Writing): Pick<Mails, 'confirm' | 'confirmAnswers'> {
  return {
    async confirm(person, { isReminder } = { isReminder: false }) {
      const keptUntil = new Date(person.created_at.getTime() + confirmDays * DAY_MS)
      const addressed = await addressTo(person)
      const { token, code } = await signWithCode('confirm', person.id)
      const link = confirmLink(origin, token, 'place')
      return { ...addressed, ...confirmMail({ link, code, keptUntil, isReminder, ...addressed }) }
    },

    async confirmAnswers(person) {
      const addressed = await addressTo(person)
      const { token, code } = await signWithCode('confirm', person.id)
      const link = confirmLink(origin, token, 'answers')
      return { ...addressed, ...confirmAnswersMail({ link, code, ...addressed }) }
    },
  }
}

/** The mails to people who asked for the link to their place, or for another address. */
function aboutPlaces({
  pool,
  origin,
  addressTo,
  sign,
  signWithCode,
  confirmLinkOf,
}: Writing): Pick<Mails, 'placeLink' | 'confirmAddress'> {
  return {
    async placeLink(person) {
      const addressed = await addressTo(person)
      const { newest } = await summarizeRequests(pool, person.id)
      const answersLink = newest && (await confirmLinkOf(person, 'answers'))
      const { token, code } = await signWithCode('place', person.id)
      const link = placeLink(origin, token)
      return { ...addressed, ...placeLinkMail({ position: person.position, link, answersLink, code, ...addressed }) }
    },

    async confirmAddress({ id, is_doubtful: isDoubtful, created_at }) {
      // Signs before it reads the address: a request for another address ends this token, so the token reaches no other
      // mailbox.
      const link = confirmLink(origin, await sign('address', id), 'address')
      const change = await readWaitingChange(pool, id)
      if (!change) return null
      const isOfNewcomer = isNewcomer(created_at)
      return {
        to: change.email,
        isDoubtful,
        isOfNewcomer,
        replyTo: null,
        unsubscribeLink: null,
        ...confirmAddressMail({ link }),
      }
    },
  }
}

/** The mails that invite people, and remind them of their invitation. */
function toLetIn({
  origin,
  invitationDays,
  addressTo,
  signWithCode,
}: Writing): Pick<Mails, 'invitation' | 'invitationReminder'> {
  return {
    async invitation(person, wave) {
      const addressed = await addressTo(person)
      const { token, code } = await signWithCode('invitation', person.id)
      const link = invitationLink(origin, token)
      return { ...addressed, ...invitationMail({ ...wave, link, code, days: invitationDays, ...addressed }) }
    },

    async invitationReminder(person, endsAt) {
      const addressed = await addressTo(person)
      const { token, code } = await signWithCode('invitation', person.id)
      const link = invitationLink(origin, token)
      return { ...addressed, ...invitationReminderMail({ endsAt, link, code, ...addressed }) }
    },
  }
}

/** The mails that bring visitors' messages to the owner. */
function toOwners({ pool }: Writing): Pick<Mails, 'contactMessage'> {
  return {
    async contactMessage(id) {
      const message = await readMessage(pool, id)
      if (!message) return null
      // Not every mail server on the way can read a Reply-To with a mailbox name beyond ASCII.
      const canAnswer = /^[\x20-\x7e]+@/.test(message.email)
      const replyTo = canAnswer ? message.email : null
      return {
        to: site().brand.supportEmail,
        isDoubtful: false,
        isOfNewcomer: false,
        replyTo,
        unsubscribeLink: null,
        ...contactMail({ ...message, canAnswer }),
      }
    },
  }
}
