import { site } from '#shared/site/site.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { localPath } from '#shared/site/pages.ts'
import { confirmLink, invitationLink, paths, placeLink, referralLink, unsubscribeLink } from '#shared/site/paths.ts'
import { linksOf, type UpdateTexts, type UpdateWords, wordsIn } from '#shared/list/updates.ts'
import { locale } from '#shared/values/language.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { type Code, SAMPLE_CODE } from '../../../emails/code-text.ts'
import { contactDigestMail, contactMail } from '../../../emails/contact-mail.ts'
import { firstNameOf, greetingOf } from '../../../emails/greeting.ts'
import { invitationMail, invitationReminderMail } from '../../../emails/invitation-mail.ts'
import { confirmAddressMail, confirmAnswersMail, confirmMail, placeLinkMail } from '../../../emails/link-mails.ts'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import { openingMail } from '../../../emails/opening-mail.ts'
import { referralMail } from '../../../emails/referral-mail.ts'
import { rewardMail } from '../../../emails/reward-mail.ts'
import { placeName } from '../../../emails/ticket.ts'
import { updateMail } from '../../../emails/update-mail.ts'
import { welcomeMail } from '../../../emails/welcome-mail.ts'
import { inLanguage } from '../../base/language.ts'
import { readMessage } from '../../pages/messages.ts'
import { readGreetedName } from '../../joining/change-entry.ts'
import type { OpeningRequest } from '../../joining/opening-requests.ts'
import { type Requester, summarizeRequests } from '../../joining/requests.ts'
import { readWaitingChange } from '../../people/addresses/email-changes.ts'
import { type Person, positionWithout, readPerson } from '../../people/find-person.ts'
import { findCode } from '../../people/read-code.ts'
import { asTheySee, countFriends } from '../../people/read-friends.ts'
import { readPlace } from '../../people/places/read-place.ts'
import { readRule } from '../../people/places/referral-rule.ts'
import type { Tokens } from '../../accounts/tokens.ts'
import { signPress } from '../../waves/updates/press-routes.ts'
import { readPicture } from '../../waves/updates/updates.ts'
import type { Pool } from '../../db/query.ts'

export type Composing = {
  pool: Pool
  tokens: Tokens
  publicUrl: string
  confirmDays: number
  invitationDays: number
  isPreview?: boolean
}

/** `replyTo`, `unsubscribeLink`: null if the mail has none. */
type Addressed = {
  to: string
  replyTo: string | null
  unsubscribeLink: string | null
  isDoubtful: boolean
  isOfNewcomer: boolean
}
export type AddressedMail = ComposedMail & Addressed

type Asked = Pick<Requester, 'id' | 'email' | 'is_doubtful' | 'created_at' | 'language'>

/** The number of friends that one mail names; the others are only counted. */
const MOST_NAMED = 5

export const welcome = inTheirLanguage(async (ctx, person: Person): Promise<AddressedMail> => {
  const { position, referral_code: referralCode, used_referral_code: used } = person
  // Uses the friend's stored code and not the visitor's text, because a mail must not carry typed text to strangers.
  const usedReferralCode = person.is_referred && used !== null ? await findCode(ctx.pool, tidyReferralCode(used)) : null
  const rule = await readRule(ctx.pool)
  // Null if pressing it would bring nobody anything.
  const ask = person.counts_after_press ? await confirmLinkOf(ctx, person, 'friends') : null
  return withPlaceLink(ctx, person, (given) =>
    welcomeMail({
      origin: ctx.publicUrl,
      position,
      referralCode,
      usedReferralCode,
      bonus: person.bonus,
      chosen: person,
      rule,
      ask,
      ...given,
    }),
  )
})

export const reward = inTheirLanguage(
  (ctx, person: Person, given: { words: string; note: string; code: string }): Promise<AddressedMail> =>
    withPlaceLink(ctx, person, (addressed) => rewardMail({ ...given, ...addressed })),
)

export const notification = inTheirLanguage(
  async (ctx, referrer: Person, friendIds: string[]): Promise<AddressedMail> => {
    const { pool, publicUrl: origin } = ctx
    const named = await Promise.all(friendIds.slice(0, MOST_NAMED).map((id) => readPerson(pool, id)))
    const friends = { count: friendIds.length, emails: named.map((friend) => friend?.email ?? null) }
    const { id, position, referral_code: referralCode, referrals } = referrer
    const waits = asTheySee(await countFriends(pool, id))
    const isStill = position === (await positionWithout(pool, id, friendIds))
    const rule = await readRule(pool)
    return withPlaceLink(ctx, referrer, (given) =>
      referralMail({
        origin,
        position,
        referralCode,
        referrals,
        waits,
        friends,
        joinedPosition: referrer.joined_position,
        isStill,
        rule,
        credited: referrer.places_by_friends,
        ...given,
      }),
    )
  },
)

export const confirm = inTheirLanguage(
  (ctx, person: Asked, { isReminder } = { isReminder: false }): Promise<AddressedMail> => {
    const keptUntil = new Date(person.created_at.getTime() + ctx.confirmDays * DAY_MS)
    return withCode(ctx, person, 'confirm', (token, given) =>
      confirmMail({ link: confirmLink(ctx.publicUrl, token, 'place'), keptUntil, isReminder, ...given }),
    )
  },
)

export const confirmAnswers = inTheirLanguage((ctx, person: Person): Promise<AddressedMail> =>
  withCode(ctx, person, 'confirm', (token, given) =>
    confirmAnswersMail({ link: confirmLink(ctx.publicUrl, token, 'answers'), ...given }),
  ),
)

export const mailPlaceLink = inTheirLanguage(async (ctx, person: Person): Promise<AddressedMail> => {
  const { newest } = await summarizeRequests(ctx.pool, person.id)
  const answersLink = newest && (await confirmLinkOf(ctx, person, 'answers'))
  return withCode(ctx, person, 'place', (token, given) =>
    placeLinkMail({ position: person.position, link: placeLink(ctx.publicUrl, token), answersLink, ...given }),
  )
})

/** Asks the owner of another address whether this person may use it; null if the person asked for no other address. */
export const confirmAddress = inTheirLanguage(async (ctx, person: Person): Promise<AddressedMail | null> => {
  // Signs before it reads the address: a request for another address ends this token, so the token reaches no other
  // mailbox.
  const link = await confirmLinkOf(ctx, person, 'address')
  const change = await readWaitingChange(ctx.pool, person.id)
  if (!change) return null
  const { is_doubtful: isDoubtful, created_at } = person
  return {
    ...toStranger(change.email),
    isDoubtful,
    isOfNewcomer: isNewcomer(created_at),
    ...confirmAddressMail({ link }),
  }
})

export const invitation = inTheirLanguage(
  (ctx, person: Person, wave: { subject: string; text: string; endsAt?: Date }): Promise<AddressedMail> =>
    withCode(ctx, person, 'invitation', (token, given) =>
      invitationMail({ ...wave, link: invitationLink(ctx.publicUrl, token), days: ctx.invitationDays, ...given }),
    ),
)

export const invitationReminder = inTheirLanguage((ctx, person: Person, endsAt: Date): Promise<AddressedMail> =>
  withCode(ctx, person, 'invitation', (token, given) =>
    invitationReminderMail({ endsAt, link: invitationLink(ctx.publicUrl, token), ...given }),
  ),
)

type Update = UpdateWords & { id: string; texts: UpdateTexts; follows_links: boolean }

export const update = inTheirLanguage(async (ctx, person: Person, given: Update): Promise<AddressedMail> => {
  const { pool, publicUrl: origin } = ctx
  const { id: updateId, follows_links, ...written } = given
  const { words, before } = wordsIn(written, site().language)
  const name = await readGreetedName(pool, person.id)
  const place = await readPlace(pool, person.id)
  const press = (link: number) => signPress(pool, { updateId, entryId: person.id, link: before + link })
  const signed = follows_links ? await Promise.all(linksOf(words).map((_, link) => press(link))) : null
  const follow = (href: string, link: number) => (signed ? `${origin}${paths.press}/${signed[link]}` : href)
  const picture = await readPicture(pool, words.picture, ctx.isPreview ? '' : origin)
  return withPlaceLink(ctx, person, ({ placeLink: my_place, ...addressed }) => {
    const values = {
      first_name: (name && firstNameOf(name)) ?? '',
      place: place ? ordinal(place.rank) : placeName(person.position),
      friends: person.referrals.toLocaleString(locale()),
      link: referralLink(origin, person.referral_code),
      my_place,
    }
    return updateMail({ words, values, follow, picture, ...addressed })
  })
})

/** Tells an address that is not on the list that it is open. */
export const opening = inTheirLanguage(({ publicUrl }, { email }: OpeningRequest): AddressedMail => ({
  ...toStranger(email),
  ...openingMail(publicUrl + localPath(paths.home)),
}))

/** Null for a message that no longer exists. */
export async function contactMessage({ pool }: Composing, id: string): Promise<AddressedMail | null> {
  const message = await readMessage(pool, id)
  if (!message) return null
  // Not every mail server on the way can read a Reply-To with a mailbox name beyond ASCII.
  const canAnswer = /^[\x20-\x7e]+@/.test(message.email)
  return { ...toOwner(), replyTo: canAnswer ? message.email : null, ...contactMail({ ...message, canAnswer }) }
}

export function contactDigest(messages: number): AddressedMail {
  return { ...toOwner(), ...contactDigestMail(messages) }
}

function inTheirLanguage<Reader extends { language: string | null }, More extends unknown[], Composed>(
  compose: (ctx: Composing, reader: Reader, ...more: More) => Composed,
) {
  return (ctx: Composing, reader: Reader, ...more: More): Composed =>
    inLanguage(reader.language ?? undefined, () => compose(ctx, reader, ...more))
}

type Greeted = Addressed & { greeting: string | null; unsubscribeLink: string }

async function addressTo(ctx: Composing, { id, email, is_doubtful, created_at }: Asked): Promise<Greeted> {
  const name = await readGreetedName(ctx.pool, id)
  return {
    to: email,
    greeting: name === null ? null : greetingOf(name),
    isDoubtful: is_doubtful,
    isOfNewcomer: isNewcomer(created_at),
    replyTo: null,
    unsubscribeLink: unsubscribeLink(ctx.publicUrl, (await ctx.tokens.sign('unsubscribe', id)) ?? ''),
  }
}

async function withPlaceLink(
  ctx: Composing,
  person: Person,
  write: (given: Greeted & { placeLink: string }) => ComposedMail,
): Promise<AddressedMail> {
  const addressed = await addressTo(ctx, person)
  const link = placeLink(ctx.publicUrl, await sign(ctx, 'place', person.id))
  return { ...addressed, ...write({ ...addressed, placeLink: link }) }
}

/** The code opens the same page as the token, on another device. */
async function withCode(
  ctx: Composing,
  person: Asked,
  purpose: 'place' | 'confirm' | 'invitation',
  write: (token: string, given: Greeted & { code: Code }) => ComposedMail,
): Promise<AddressedMail> {
  const addressed = await addressTo(ctx, person)
  const token = await sign(ctx, purpose, person.id)
  const code = ctx.isPreview || token === '' ? SAMPLE_CODE : await ctx.tokens.codeOf(token)
  return { ...addressed, ...write(token, { ...addressed, code: { origin: ctx.publicUrl, code } }) }
}

/** Signs when the mail is composed, because a token holds the time of its signing. */
async function sign({ tokens, isPreview }: Composing, purpose: Parameters<Tokens['sign']>[0], id: string) {
  return isPreview ? 'preview' : ((await tokens.sign(purpose, id)) ?? '')
}

async function confirmLinkOf(ctx: Composing, { id }: Person, about: 'address' | 'answers' | 'friends') {
  return confirmLink(ctx.publicUrl, await sign(ctx, about === 'address' ? 'address' : 'confirm', id), about)
}

/** For addresses that have no place: the owner's, and those that were left while the list was paused. */
function toStranger(to: string): Addressed {
  return { to, isDoubtful: false, isOfNewcomer: false, replyTo: null, unsubscribeLink: null }
}

function toOwner(): Addressed {
  return toStranger(site().brand.supportEmail)
}

function isNewcomer(joined: Date): boolean {
  return Date.now() - joined.getTime() < DAY_MS
}
