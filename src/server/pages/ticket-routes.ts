import type { FastifyReply, FastifyRequest } from 'fastify'
import { localPath } from '#shared/site/pages.ts'
import { paths, referralLink } from '#shared/site/paths.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { site } from '#shared/site/site.ts'
import { direction, languageTag } from '#shared/values/language.ts'
import { html } from '../../emails/html.ts'
import type { Context } from '../context.ts'
import { kindOfCode } from '../joining/codes.ts'
import { publicHead } from './rendering/page-parts.ts'
import { createDrawTicket } from './draw-tickets.ts'
import { invitationTicket, ownTicket, type Ticket } from './ticket-svg.ts'
import type { App } from '../http/route.ts'

type Asked = { Params: { code: string } }
type Known = { code: string; isFriends: boolean }

const LIMITED = { config: { rateLimit: { max: 60 } } }
const AN_HOUR = { 'cache-control': 'public, max-age=3600' }
const NOT_STORED = { 'cache-control': 'no-store' }
const PAGE_HEADERS = {
  ...AN_HOUR,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
}

/**
 * A page whose preview in chats is a ticket, and its picture. Only codes on the list are drawn, so nobody gets other
 * text printed under the name of the site. While too many wait, the ticket without a code is sent.
 */
export function ticketRoutes(app: App, { publicUrl, pool }: Context) {
  const { draw, close } = createDrawTicket()
  app.addHook('onClose', close)
  const sendPicture = async (reply: FastifyReply, ticket: Ticket) => {
    const drawn = await draw(ticket)
    return reply
      .headers({ ...(drawn ? AN_HOUR : NOT_STORED), 'content-type': 'image/png' })
      .send(drawn ?? (await draw(invitationTicket(null))))
  }

  app.get(paths.ownTicket, LIMITED, (_request, reply) => sendPicture(reply, ownTicket()))
  app.get(paths.invitationTicket, LIMITED, (_request, reply) => sendPicture(reply, invitationTicket(null)))
  app.get<Asked>(`${paths.tickets}/:code.png`, LIMITED, async (request, reply) => {
    const known = await knownCode(request)
    return known === null ? reply.callNotFound() : sendPicture(reply, ticketOf(known))
  })
  app.get<Asked>(`${paths.tickets}/:code`, LIMITED, async (request, reply) => {
    const known = await knownCode(request)
    return known === null ? reply.callNotFound() : reply.headers(PAGE_HEADERS).send(pageOf(known))
  })

  async function knownCode({ params }: FastifyRequest<Asked>): Promise<Known | null> {
    const code = tidyReferralCode(params.code)
    const kind = await kindOfCode(pool, code)
    return kind && { code, isFriends: kind === 'friend' }
  }

  function pageOf({ code, isFriends }: Known): string {
    const link = referralLink(publicUrl(), code)
    const image = localPath(`${paths.tickets}/${encodeURIComponent(code)}.png`)
    const { title } = ticketOf({ code, isFriends })
    const preview = isFriends ? site().invitationPreview : homePreview()
    const head = publicHead(preview, { origin: publicUrl(), image, alt: title })
    return html`<!doctype html>
      <html lang="${languageTag()}" dir="${direction()}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${{ markup: head }}
          <meta http-equiv="refresh" content="0; url=${link}" />
        </head>
        <body>
          <a href="${link}"><img src="${image}" width="1200" height="630" alt="${title}" /></a>
        </body>
      </html>`.markup
  }
}

function ticketOf({ code, isFriends }: Known): Ticket {
  return isFriends ? invitationTicket(code) : { ...ownTicket(), code }
}

function homePreview() {
  const { title, description } = site().pages.home
  return { title, description: description ?? '' }
}
