import { paths } from '#shared/site/paths.ts'
import { ROUTES } from '#shared/routes.ts'
import type { MailQuery } from '#shared/owner/deliveries.ts'
import type { WaveMail } from '#shared/list/waves.ts'
import { SAMPLE_CODE } from '../../../emails/code-text.ts'
import { invitationMail } from '../../../emails/invitation-mail.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../base/errors.ts'
import { inLanguage } from '../../base/language.ts'
import { type App, route } from '../../http/route.ts'
import { readOpeningRequest } from '../../joining/opening-requests.ts'
import { readPerson } from '../../people/find-person.ts'
import { readMailOf } from '../../waves/send-off.ts'
import { readUpdate } from '../../waves/updates/updates.ts'
import * as mails from './compose-mails.ts'
import { readUntoldFriends } from './may-go-out.ts'
import { sendAtOnce, TEST_MAILS } from './send-to-owner.ts'
import { readRewardMail } from '../../rewards/milestones.ts'

/** A mail's HTML may only be rendered: no scripts, no pictures from elsewhere, no links that lead anywhere. */
export const MAIL_PAGE = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Shows mails as they would go out now, so that the owner can read queued mails. Register these routes where a session
 * is required.
 */
export function mailRoutes(app: App, ctx: Context) {
  const { dashboardPool: pool, tokens, config } = ctx

  route(app, ROUTES.mail, async (request) => {
    const { to, replyTo, subject, text } = await compose(request.query)
    return { from: config().mailFrom, to, reply_to: replyTo, subject, text }
  })

  route(app, ROUTES.mailPage, async (request, reply) =>
    reply.headers(MAIL_PAGE).send((await compose(request.query)).html),
  )

  void app.register(async (pages: App) => {
    acceptForms(pages)
    route(pages, ROUTES.waveMailPage, async ({ body }, reply) => reply.headers(MAIL_PAGE).send(toInvite(body).html))
  })

  route(app, ROUTES.sendWaveTestMail, ({ body: { to, ...wave } }) => sendAtOnce(ctx, to, toInvite(wave)), {
    config: { rateLimit: TEST_MAILS },
  })

  async function compose(query: MailQuery): Promise<mails.AddressedMail> {
    const addressed = await composeFor({ pool, tokens, ...config(), isPreview: true }, query)
    if (!addressed) throw new AppError('not-found')
    return addressed
  }

  function toInvite({ language, ...wave }: WaveMail) {
    const { publicUrl: origin, invitationDays: days } = config()
    const link = `${origin}${paths.invitation}#preview`
    const unsubscribeLink = origin + paths.unsubscribe
    const code = { code: SAMPLE_CODE, origin }
    return inLanguage(language, () => invitationMail({ ...wave, link, code, days, unsubscribeLink }))
  }
}

async function composeFor(
  ctx: mails.Composing,
  { channel, entry_id, friend_id }: MailQuery,
): Promise<mails.AddressedMail | null> {
  const { pool } = ctx
  if (channel === 'send-contact-message') return mails.contactMessage(ctx, entry_id)
  if (channel === 'send-opening') {
    const request = await readOpeningRequest(pool, entry_id)
    return request && mails.opening(ctx, request)
  }
  const person = await readPerson(pool, entry_id)
  if (!person) return null
  if (channel === 'send-waitlist-email') return mails.welcome(ctx, person)
  if (channel === 'send-place-link') return mails.mailPlaceLink(ctx, person)
  if (channel === 'send-confirmation') return mails.confirmAnswers(ctx, person)
  if (channel === 'send-address-confirmation') return mails.confirmAddress(ctx, person)
  if (channel === 'send-reminder') return mails.confirm(ctx, person, { isReminder: true })
  if (channel === 'send-invitation' || channel === 'send-invitation-reminder') {
    const invited = await readMailOf(pool, entry_id)
    if (!invited) return null
    if (channel === 'send-invitation') return mails.invitation(ctx, person, invited)
    return invited.ends_at && mails.invitationReminder(ctx, person, invited.ends_at)
  }
  if (channel === 'send-update') {
    const update = friend_id === undefined ? null : await readUpdate(pool, friend_id)
    return update && mails.update(ctx, person, update)
  }
  if (channel === 'send-reward') {
    const reward =
      friend_id === undefined ? null : await readRewardMail(pool, { entryId: entry_id, milestone: friend_id })
    return reward && mails.reward(ctx, person, reward)
  }
  if (channel !== 'send-referral-notification' || friend_id === undefined) return null
  const untold = await readUntoldFriends(pool, entry_id)
  return mails.notification(ctx, person, untold.includes(friend_id) ? untold : [friend_id])
}

/** The dashboard posts the preview as a form, because only a form can post into a frame. */
export function acceptForms(app: App): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, readForm(String(body))))
}

const FORM = 'application/x-www-form-urlencoded'

/** Replaces CRLF, the line break of a form, by LF: CRLF would count as two characters of the text. */
function readForm(body: string): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  )
}
