import { site } from '#shared/site/site.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { localPath } from '#shared/site/local-path.ts'
import { confirmLink, invitationLink, paths, placeLink, referralLink } from '#shared/site/paths.ts'
import { linksOf, type UpdateWords } from '#shared/list/updates.ts'
import { locale } from '#shared/values/language.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { contactDigestMail, contactMail } from '../../../emails/contact-mail.ts'
import { invitationMail, invitationReminderMail } from '../../../emails/invitation-mail.ts'
import { confirmAddressMail, confirmAnswersMail, confirmMail, placeLinkMail } from '../../../emails/link-mails.ts'
import { openingMail } from '../../../emails/opening-mail.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { firstNameOf } from '../../../emails/greeting.ts'
import { placeName } from '../../../emails/ticket.ts'
import { rewardMail } from '../../../emails/reward-mail.ts'
import { updateMail } from '../../../emails/update-mail.ts'
import { readGreetedName } from '../../joining/full-names.ts'
import { readPlace } from '../../places/read-place.ts'
import { signPress } from '../../updates/presses.ts'
import { referralMail } from '../../../emails/referral-mail.ts'
import { welcomeMail } from '../../../emails/welcome-mail.ts'
import { type Asked, createAddressing, type Dependencies, isNewcomer } from './addressing.ts'
import type { OpeningRequest } from '../../joining/opening-requests.ts'
import { summarizeRequests } from '../../joining/requests.ts'
import { readMessage } from '../../contact/read-message.ts'
import { asTheySee, countFriends } from '../../people/read-friends.ts'
import { findCode } from '../../people/read-code.ts'
import { inLanguage } from '../../base/language.ts'
import { readWaitingChange } from '../../people/addresses/email-changes.ts'
import { positionWithout } from '../../people/find-person.ts'
import { type Person, readPerson } from '../../people/read-person.ts'
import { readRule } from '../../places/referral-rule.ts'

export type AddressedMail = ComposedMail & {
  to: string
  replyTo: string | null
  unsubscribeLink: string | null
  isDoubtful: boolean
  isOfNewcomer: boolean
}

export type Mails = {
  welcome: (person: Person) => Promise<AddressedMail>
  notification: (referrer: Person, friendIds: string[]) => Promise<AddressedMail>
  confirm: (person: Asked, options?: { isReminder: boolean }) => Promise<AddressedMail>
  confirmAnswers: (person: Person) => Promise<AddressedMail>
  placeLink: (person: Person) => Promise<AddressedMail>
  /**
   * Asks the owner of another address whether this person may use it; null if the person asked for no other address.
   */
  confirmAddress: (person: Person) => Promise<AddressedMail | null>
  invitation: (person: Person, wave: { subject: string; text: string; endsAt?: Date }) => Promise<AddressedMail>
  invitationReminder: (person: Person, endsAt: Date) => Promise<AddressedMail>
  update: (person: Person, update: UpdateWords & { id: string; follows_links: boolean }) => Promise<AddressedMail>
  reward: (person: Person, reward: { words: string; note: string; code: string }) => Promise<AddressedMail>
  /** Tells an address that is not on the list that it is open. */
  opening: (request: OpeningRequest) => AddressedMail
  /** Null for a message that no longer exists. */
  contactMessage: (id: string) => Promise<AddressedMail | null>
  contactDigest: (messages: number) => AddressedMail
}

/** The number of friends that one mail names; the others are only counted. */
const MOST_NAMED = 5

export function createMails(dependencies: Dependencies): Mails {
  const writing = { ...dependencies, ...createAddressing(dependencies) }
  const toPeople = {
    ...toWelcome(writing),
    ...aboutFriends(writing),
    ...toConfirm(writing),
    ...aboutPlaces(writing),
    ...toLetIn(writing),
    ...toEverybody(writing),
  }
  const { opening, ...toOwner } = withoutPlace(writing)
  const inTheirs = Object.entries({ ...toPeople, opening }).map(([name, compose]) => [name, inTheirLanguage(compose)])
  return { ...toOwner, ...(Object.fromEntries(inTheirs) as typeof toPeople & Pick<Mails, 'opening'>) }
}

type Compose = (...given: never[]) => unknown

function inTheirLanguage(compose: Compose) {
  return (reader: { language: string | null }, ...more: unknown[]) =>
    inLanguage(reader.language ?? undefined, () => compose(...([reader, ...more] as never[])))
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
          bonus: person.bonus,
          chosen: person,
          rule: await readRule(pool),
          placeLink: await placeLinkOf(person),
          ask: await askFor(person),
          ...addressed,
        }),
      }
    },
  }
}

function aboutFriends({ pool, origin, addressTo, placeLinkOf }: Writing): Pick<Mails, 'notification' | 'reward'> {
  return {
    async reward(person, reward) {
      const addressed = await addressTo(person)
      return { ...addressed, ...rewardMail({ ...reward, placeLink: await placeLinkOf(person), ...addressed }) }
    },

    async notification(referrer, friendIds) {
      const addressed = await addressTo(referrer)
      const named = await Promise.all(friendIds.slice(0, MOST_NAMED).map((id) => readPerson(pool, id)))
      const friends = { count: friendIds.length, emails: named.map((friend) => friend?.email ?? null) }
      const { position, referral_code: referralCode, referrals } = referrer
      return {
        ...addressed,
        ...referralMail({
          origin,
          position,
          referralCode,
          referrals,
          waits: asTheySee(await countFriends(pool, referrer.id)),
          friends,
          joinedPosition: referrer.joined_position,
          isStill: position === (await positionWithout(pool, referrer.id, friendIds)),
          rule: await readRule(pool),
          credited: referrer.places_by_friends,
          placeLink: await placeLinkOf(referrer),
          ...addressed,
        }),
      }
    },
  }
}

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

function toEverybody({ pool, origin, addressTo, placeLinkOf }: Writing): Pick<Mails, 'update'> {
  return {
    async update(person, { id, follows_links, ...words }) {
      const addressed = await addressTo(person)
      const name = await readGreetedName(pool, person.id)
      const place = await readPlace(pool, person.id)
      const signed = follows_links
        ? await Promise.all(
            linksOf(words).map((_, link) => signPress(pool, { updateId: id, entryId: person.id, link })),
          )
        : null
      const values = {
        first_name: (name && firstNameOf(name)) ?? '',
        place: place ? ordinal(place.rank) : placeName(person.position),
        friends: person.referrals.toLocaleString(locale()),
        link: referralLink(origin, person.referral_code),
        my_place: await placeLinkOf(person),
      }
      const follow = (href: string, link: number) => (signed ? `${origin}${paths.press}/${signed[link]}` : href)
      return { ...addressed, ...updateMail({ words, values, follow, ...addressed }) }
    },
  }
}

/** The mails to addresses that have no place: the owner's, and those that were left while the list was paused. */
function withoutPlace({ pool, origin }: Writing): Pick<Mails, 'opening' | 'contactMessage' | 'contactDigest'> {
  const toStranger = (to: string) => ({
    to,
    isDoubtful: false,
    isOfNewcomer: false,
    replyTo: null,
    unsubscribeLink: null,
  })
  const toOwner = () => toStranger(site().brand.supportEmail)
  return {
    opening: ({ email }) => ({ ...toStranger(email), ...openingMail(origin + localPath(paths.home)) }),
    contactDigest: (messages) => ({ ...toOwner(), ...contactDigestMail(messages) }),

    async contactMessage(id) {
      const message = await readMessage(pool, id)
      if (!message) return null
      // Not every mail server on the way can read a Reply-To with a mailbox name beyond ASCII.
      const canAnswer = /^[\x20-\x7e]+@/.test(message.email)
      return { ...toOwner(), replyTo: canAnswer ? message.email : null, ...contactMail({ ...message, canAnswer }) }
    },
  }
}
