import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { MailQuery } from '#shared/owner/deliveries.ts'
import type { Current } from '../../config/config.ts'
import { derived } from '../../base/derived.ts'
import { AppError } from '../../base/errors.ts'
import { route } from '../../http/route.ts'
import type { App } from '../../http/server.ts'
import { readOpeningRequest } from '../../joining/opening-requests.ts'
import { readPerson } from '../../people/read-person.ts'
import { readMailOf } from '../../waves/send-off.ts'
import { readRewardMail } from '../../rewards/read-rewards.ts'
import { readUpdate } from '../../updates/updates.ts'
import { type AddressedMail, createMails, type Mails } from './compose-mails.ts'
import { readUntoldFriends } from './referral-mail-queries.ts'

/** A mail's HTML may only be rendered: no scripts, no requests, no links that lead anywhere. */
export const MAIL_PAGE = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

type Dependencies = { pool: pg.Pool; config: Current<'publicUrl' | 'mailFrom' | 'confirmDays' | 'invitationDays'> }

/**
 * Shows mails as they would go out now, so that the owner can read queued mails. Register these routes where a session
 * is required.
 */
export function mailRoutes(app: App, { pool, config }: Dependencies) {
  const current = derived(
    () => [config()],
    (settings) => createMails({ pool, ...settings, isPreview: true }),
  )

  route(app, ROUTES.mail, async (request) => {
    const { to, replyTo, subject, text } = await compose(request.query)
    return { from: config().mailFrom, to, reply_to: replyTo, subject, text }
  })

  route(app, ROUTES.mailPage, async (request, reply) =>
    reply.headers(MAIL_PAGE).send((await compose(request.query)).html),
  )

  async function compose(query: MailQuery): Promise<AddressedMail> {
    const addressed = await composeFor(pool, current(), query)
    if (!addressed) throw new AppError('not-found')
    return addressed
  }
}

async function composeFor(
  pool: pg.Pool,
  mails: Mails,
  { channel, entry_id, friend_id }: MailQuery,
): Promise<AddressedMail | null> {
  if (channel === 'send-contact-message') return mails.contactMessage(entry_id)
  if (channel === 'send-opening') {
    const request = await readOpeningRequest(pool, entry_id)
    return request && mails.opening(request)
  }
  const person = await readPerson(pool, entry_id)
  if (!person) return null
  if (channel === 'send-waitlist-email') return mails.welcome(person)
  if (channel === 'send-place-link') return mails.placeLink(person)
  if (channel === 'send-confirmation') return mails.confirmAnswers(person)
  if (channel === 'send-address-confirmation') return mails.confirmAddress(person)
  if (channel === 'send-reminder') return mails.confirm(person, { isReminder: true })
  if (channel === 'send-invitation' || channel === 'send-invitation-reminder') {
    const invited = await readMailOf(pool, entry_id)
    if (!invited) return null
    if (channel === 'send-invitation') return mails.invitation(person, invited)
    return invited.ends_at && mails.invitationReminder(person, invited.ends_at)
  }
  if (channel === 'send-update') {
    const update = friend_id === undefined ? null : await readUpdate(pool, friend_id)
    return update && mails.update(person, update)
  }
  if (channel === 'send-reward') {
    const reward =
      friend_id === undefined ? null : await readRewardMail(pool, { entryId: entry_id, milestone: friend_id })
    return reward && mails.reward(person, reward)
  }
  if (channel !== 'send-referral-notification' || friend_id === undefined) return null
  const untold = await readUntoldFriends(pool, entry_id)
  return mails.notification(person, untold.includes(friend_id) ? untold : [friend_id])
}
