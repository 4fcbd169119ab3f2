import { type ListPlan, stateAt } from '#shared/owner/list-state.ts'
import type { ChannelOf } from '#shared/owner/integrations.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { DeliveryError } from '../../outbox/integrations/delivery-error.ts'
import { endQuiet } from '../../joining/change-entry.ts'
import { dropOpeningRequest, readOpeningRequest } from '../../joining/opening-requests.ts'
import { markAsked, readRequester, type Requester, summarizeRequests } from '../../joining/requests.ts'
import { type Delivered, type Row, skipped, TooEarly } from '../../outbox/channel.ts'
import { readWaitingChange } from '../../people/addresses/email-changes.ts'
import { findHolder, isOptedOut } from '../../people/addresses/email-keys.ts'
import { keepCredited, type Person, readPerson } from '../../people/find-person.ts'
import { FAR_OFF, readUpdate, restIfUnwelcome } from '../../waves/updates/updates.ts'
import * as waves from '../../waves/send-off.ts'
import { readToResend } from '../../waves/send-off.ts'
import { NOT_ON_THE_LIST, ONLY_PLACE, OPTED_OUT, REJECTED } from '../services/records.ts'
import { isAskedAtPlace } from './ask-for-links.ts'
import { describeBounce, isComplaint } from './bounces.ts'
import * as mails from './compose-mails.ts'
import {
  DIGEST,
  isDueAgain,
  readContactMails,
  readReadiness,
  readUntoldFriends,
  releaseMail,
  reserveMail,
} from './may-go-out.ts'
import { PERHAPS_SENT, post, type Posting } from './mail-post.ts'
import { readRewardMail } from '../../rewards/milestones.ts'

export type Mailing = mails.Composing & Posting & { list: ListPlan }
type Letter = (ctx: Mailing, row: Row) => Promise<Delivered>

const UNCHANGED: Delivered = { state: 'unchanged' }
const NOTHING_TO_CONFIRM = skipped('There is nothing left to confirm.')

export const LETTERS: Record<ChannelOf<'mail'>, Letter> = {
  'send-waitlist-email': async (ctx, row) =>
    isDueAgain(row.delivered_at)
      ? toRecipient(ctx, row, async (person) => post(ctx, await mails.welcome(ctx, person), { row }))
      : UNCHANGED,
  'send-referral-notification': sendNotification,
  'send-contact-message': sendContactMessage,
  'send-place-link': sendPlaceLink,
  'send-confirmation': sendConfirmation,
  'send-reminder': sendReminder,
  'send-address-confirmation': sendAddressConfirmation,
  'send-invitation': sendInvitation,
  'send-invitation-reminder': sendInvitationReminder,
  'send-update': sendUpdate,
  'send-opening': sendOpening,
  'send-reward': sendReward,
}

/**
 * Tells a referrer about every friend once: about the first immediately, then about all others since the last mail, in
 * at most one mail an hour and three a day, or one a week if they so wish. Anybody can join with a stranger's address and
 * then join as friends of that address, so more mails would be a way to flood a stranger. See
 * docs/decisions/0020-mail-templates-without-a-framework.md.
 */
async function sendNotification(ctx: Mailing, row: Row): Promise<Delivered> {
  const { pool } = ctx
  const entryId = row.subject
  const friendId = row.friend_id!
  if (row.delivered_at) return UNCHANGED
  return toRecipient(ctx, row, async (person) => {
    if (person.is_quiet) return skipped('They were imported, and have neither joined here nor been invited.')
    if (person.friend_mails === 'never') return skipped('They want no emails about friends.')
    const credited = (friendIds: string[]) => keepCredited(pool, { referrerId: entryId, friendIds })
    if ((await credited([friendId])).length === 0) return skipped("The friend's credit does not count.")
    const reserved = await reserveMail(pool, entryId)
    if ('opensAt' in reserved) throw new TooEarly(reserved.opensAt)
    try {
      const friends = await credited(await readUntoldFriends(pool, entryId))
      // The Message-ID depends on the newest friend: a mail that also names another friend is a different mail.
      const about = friends.at(-1) ?? friendId
      return { ...(await post(ctx, await mails.notification(ctx, person, friends), { row, about })), friends }
    } catch (error) {
      // A mail refused for good keeps its reservation: a mail about the next friend would be refused too.
      if (!isFailure(error, 'refused', 'bounced')) await releaseMail(pool, entryId, reserved.reservation)
      throw error
    }
  })
}

const MOST_MAILED = 6
const A_MINUTE_MS = 60_000

async function sendContactMessage(ctx: Mailing, row: Row): Promise<Delivered> {
  if (row.delivered_at) return UNCHANGED
  const others = await readContactMails(ctx.pool, row.subject)
  const noMessage = skipped('The message no longer exists.')
  if (!others) return noMessage
  if (others.is_told) return skipped('One mail told of it and other messages. It is in the Inbox.')
  if (others.sent >= MOST_MAILED) throw new TooEarly(others.next_at!)
  if (others.waiting > MOST_MAILED) {
    // Several are delivered at once, and one of them sends the digest.
    if (!others.is_first) throw new TooEarly(new Date(Date.now() + A_MINUTE_MS))
    return { ...(await post(ctx, mails.contactDigest(others.waiting), { row })), content_hash: DIGEST }
  }
  const addressed = await mails.contactMessage(ctx, row.subject)
  return addressed ? post(ctx, addressed, { row }) : noMessage
}

/**
 * Anybody can ask for it in their name, so it goes out once a day at most, unless the person asks at their place. A
 * person who reported a mail as spam has to ask at their place, so that strangers cannot cause more mails.
 */
async function sendPlaceLink(ctx: Mailing, row: Row): Promise<Delivered> {
  const { pool } = ctx
  const isTheirs = await isAskedAtPlace(pool, row.subject)
  if (!isTheirs && !isDueAgain(row.delivered_at)) return UNCHANGED
  const person = await readPerson(pool, row.subject)
  const requester = person ? null : await readRequester(pool, row.subject)
  const known = person ?? requester
  if (!known) return NOT_ON_THE_LIST
  if (!isTheirs && known.bounce && (await isComplaint(pool, row.subject)))
    throw new DeliveryError('refused', describeBounce(known.bounce))
  // People who have not confirmed yet get the confirmation link, which also leads to their place.
  const mail = await (person ? mails.mailPlaceLink(ctx, person) : mails.confirm(ctx, requester!))
  const delivered = await post(ctx, mail, { row, isTheirs })
  await markAsked(pool, row.subject)
  return delivered
}

/** Anybody can cause these mails by joining again. */
const MOST_ASKED_AGAIN_A_DAY = 3

async function sendConfirmation(ctx: Mailing, row: Row): Promise<Delivered> {
  const { delivered_at } = row
  const asker = await findAsker(ctx, row)
  if ('state' in asker) return asker
  const isNew = 'requester' in asker
  const { newest, ofLastDay } = await summarizeRequests(ctx.pool, row.subject)
  // Times cannot tell: while a mail is in hand, the person may press its button and send other answers.
  const content_hash = newest?.toISOString()
  const isAskedAgain = newest !== null && content_hash !== row.content_hash
  if (!isNew && !isAskedAgain) return delivered_at ? UNCHANGED : NOTHING_TO_CONFIRM
  if (!isDueAgain(delivered_at)) {
    if (!isAskedAgain) return UNCHANGED
    if (ofLastDay > MOST_ASKED_AGAIN_A_DAY) throw new TooEarly(new Date(delivered_at!.getTime() + DAY_MS))
  }
  const mail = await (isNew ? mails.confirm(ctx, asker.requester) : mails.confirmAnswers(ctx, asker.person))
  const delivered = await post(ctx, mail, { row })
  await markAsked(ctx.pool, row.subject)
  return { ...delivered, content_hash }
}

async function sendReminder(ctx: Mailing, row: Row): Promise<Delivered> {
  if (row.delivered_at) return UNCHANGED
  const asker = await findAsker(ctx, row)
  if (!('requester' in asker)) return NOTHING_TO_CONFIRM
  if (await isOptedOut(ctx.pool, asker.requester)) return OPTED_OUT
  return post(ctx, await mails.confirm(ctx, asker.requester, { isReminder: true }), { row })
}

/** Sends nothing if somebody on the list has that address, unless they never proved that it is theirs. */
async function sendAddressConfirmation(ctx: Mailing, row: Row): Promise<Delivered> {
  const person = await readPerson(ctx.pool, row.subject)
  if (!person) return NOT_ON_THE_LIST
  const change = await readWaitingChange(ctx.pool, row.subject)
  const addressed = change && (await mails.confirmAddress(ctx, person))
  if (!addressed) return NOTHING_TO_CONFIRM
  // Times cannot tell: while a mail is in hand, the person may ask for yet another address.
  const content_hash = change.asked_at.toISOString()
  if (row.content_hash === content_hash) return UNCHANGED
  const holder = await findHolder(ctx.pool, addressed.to)
  if (holder && !holder.gives_way) return skipped('Somebody on the list has the new address.')
  return { ...(await post(ctx, addressed, { row })), content_hash }
}

/**
 * The Message-ID depends on the invitation: a person who is invited again gets another mail, and a retry after a crash
 * repeats the same one.
 */
async function sendInvitation(ctx: Mailing, row: Row): Promise<Delivered> {
  const { pool, invitationDays: days } = ctx
  const person = await readPerson(pool, row.subject)
  if (!person) return NOT_ON_THE_LIST
  const invitation = await waves.beginLeaving(pool, row.subject)
  const notNow = skipped('They could no longer be invited.')
  if (invitation === 'dropped') return notNow
  if (invitation === null) {
    const again = await readToResend(pool, row.subject)
    if (again && !(row.delivered_at && row.delivered_at > again.resent_at))
      return toRecipient(ctx, row, async (person) => {
        const mail = await mails.invitation(ctx, person, { ...again, endsAt: again.ends_at })
        return post(ctx, mail, { row, about: again.id })
      })
    const last = await waves.readLast(pool, row.subject)
    return { sent: UNCHANGED, dropped: notNow, 'called back': skipped('The invitation was called back.') }[last]
  }
  const { id, ...wave } = invitation
  const delivered = await mails
    .invitation(ctx, person, wave)
    .then((mail) => post(ctx, mail, { row, about: id }))
    .catch(async (error: unknown) => {
      if (isFailure(error, 'refused', 'bounced')) await waves.drop(pool, { id, reason: 'bounced' })
      else await waves.recordNotSent(pool, id)
      throw error
    })
  // This comes before the record of the sent mail: after a crash in between, the mail is tried again.
  await endQuiet(pool, row.subject)
  await waves.recordSent(pool, { id, days })
  return delivered
}

async function sendInvitationReminder(ctx: Mailing, row: Row): Promise<Delivered> {
  const invitation = await waves.readToRemind(ctx.pool, row.subject)
  if (!invitation) return skipped('The invitation is no longer open.')
  const { id: about, sent_at, ends_at } = invitation
  if (row.delivered_at && row.delivered_at > sent_at) return UNCHANGED
  return toRecipient(ctx, row, async (person) =>
    post(ctx, await mails.invitationReminder(ctx, person, ends_at), { row, about }),
  )
}

/** Sends an update to one person, never twice. The row's `friend_id` is the update. */
async function sendUpdate(ctx: Mailing, row: Row): Promise<Delivered> {
  if (row.remote_id !== null) return PERHAPS_SENT
  const update = await readUpdate(ctx.pool, row.friend_id!)
  if (!update) return NOT_ON_THE_LIST
  const due = update.state === 'resting' ? FAR_OFF : update.sends_at
  if (due && due > new Date()) throw new TooEarly(due)
  return toRecipient(ctx, row, async (person) => {
    if (person.wants_only_place) return ONLY_PLACE
    try {
      return await post(ctx, await mails.update(ctx, person, update), { row, isOnce: true })
    } catch (error) {
      if (isFailure(error, 'bounced')) await restIfUnwelcome(ctx.pool, [row.subject])
      throw error
    }
  })
}

/** Tells one address, once, that the list is open, and forgets the address. The row's subject is the request. */
async function sendOpening(ctx: Mailing, row: Row): Promise<Delivered> {
  const request = await readOpeningRequest(ctx.pool, row.subject)
  if (request !== null && row.remote_id === null && stateAt(ctx.list, new Date()) !== 'open')
    return skipped('The list is not open: they are told when it opens.')
  const delivered = await deliver()
  await dropOpeningRequest(ctx.pool, row.subject)
  return delivered

  async function deliver(): Promise<Delivered> {
    if (request === null) return NOT_ON_THE_LIST
    if (row.remote_id !== null) return PERHAPS_SENT
    try {
      return await post(ctx, mails.opening(ctx, request), { row, isOnce: true })
    } catch (error) {
      if (isFailure(error, 'bounced')) return skipped('The mail server does not know their address.')
      throw error
    }
  }
}

/** Mails a code once: it is on the person's own place too. The row's `friend_id` is the milestone. */
async function sendReward(ctx: Mailing, row: Row): Promise<Delivered> {
  if (row.remote_id !== null) return PERHAPS_SENT
  const reward = await readRewardMail(ctx.pool, { entryId: row.subject, milestone: row.friend_id! })
  if (!reward) return NOT_ON_THE_LIST
  return toRecipient(ctx, row, async (person) =>
    post(ctx, await mails.reward(ctx, person, reward), { row, isOnce: true }),
  )
}

export const readiness = ({ pool }: Mailing, { channel, subject, friend_id }: Row) =>
  channel === 'send-referral-notification'
    ? readReadiness(pool, { entry_id: subject, friend_id: friend_id! })
    : ('due' as const)

/** Throws if their address bounces. */
async function toRecipient(ctx: Mailing, row: Row, send: (person: Person) => Promise<Delivered>): Promise<Delivered> {
  const found = await findListed(ctx, row)
  if ('state' in found) return found
  return found.person.is_opted_out ? OPTED_OUT : send(found.person)
}

async function findListed({ pool }: Mailing, { subject }: Row): Promise<{ person: Person } | Delivered> {
  const person = await readPerson(pool, subject)
  if (!person) return NOT_ON_THE_LIST
  if (person.is_rejected) return REJECTED
  if (person.bounce) throw new DeliveryError('refused', describeBounce(person.bounce))
  return { person }
}

/** Throws if their address bounces. */
async function findAsker(ctx: Mailing, row: Row): Promise<{ person: Person } | { requester: Requester } | Delivered> {
  const requester = await readRequester(ctx.pool, row.subject)
  if (!requester) return findListed(ctx, row)
  if (requester.bounce) throw new DeliveryError('refused', describeBounce(requester.bounce))
  return { requester }
}

function isFailure(error: unknown, ...kinds: DeliveryError['kind'][]): boolean {
  return error instanceof DeliveryError && kinds.includes(error.kind)
}
