import type { FastifyRequest } from 'fastify'
import { paths } from '#shared/site/paths.ts'
import type { Place, ToConfirm } from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import type { Invitation } from '#shared/list/waves.ts'
import type { Html } from '../../emails/html.ts'
import { LETTER, type PlainContent, type PlainContents } from '../http/pages.ts'
import type { App } from '../http/server.ts'
import { call } from './call.ts'
import type { HeldTokens } from './held-tokens.ts'
import { confirmHtml } from './confirm-html.ts'
import { codeForm, contactForm, invitationHtml, placeHtml } from './own-html.ts'

/** The query string of the place page after the answers were corrected. */
export const SAVED = '?saved'

type Dependencies = { app: App; held: HeldTokens; publicUrl: () => string }

/**
 * The contents of the pages behind mailed links, for browsers without scripts. A browser without a token gets the form
 * for a code.
 */
export function ownContents({ app, held, publicUrl }: Dependencies): PlainContents {
  const usual = () => codeForm().markup

  const own = <Body>(url: string, draw: (body: Body, proof: string, request: FastifyRequest) => Html) => ({
    usual,
    async of(request: FastifyRequest): Promise<PlainContent | null> {
      const token = held.of(request)
      if (token === '') return null
      const { status, body, faults } = await call<Body>(app, request, { url, token })
      if (status === 200) return draw(body, held.proof(token), request)
      // The token is for another page, or it has expired.
      return status === 404 ? codeForm({ notice: site().confirm.unknown.text }) : codeForm({ faults })
    },
  })

  return {
    checkInbox: { usual, of: () => null },
    [LETTER]: { usual: () => contactForm().markup, of: () => null },
    confirm: own<ToConfirm>(paths.api.placeConfirm, (sets, proof) => confirmHtml(sets, { proof })),
    invitation: own<Invitation>(paths.api.invitation, (invitation, proof) => invitationHtml(invitation, { proof })),
    place: own<Place>(paths.api.place, (place, proof, { url }) =>
      placeHtml(place, { proof, origin: publicUrl(), isSaved: url.endsWith(SAVED) }),
    ),
  }
}
