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

/** Ends the address of a place whose answers were just corrected. */
export const SAVED = '?saved'

type Dependencies = { app: App; held: HeldTokens; publicUrl: () => string }

/** What the pages behind the links in mails show where no script runs: to a browser that holds no token, the field for a code. */
export function ownContents({ app, held, publicUrl }: Dependencies): PlainContents {
  const usual = () => codeForm().markup

  const own = <Body>(url: string, draw: (body: Body, proof: string, request: FastifyRequest) => Html) => ({
    usual,
    async of(request: FastifyRequest): Promise<PlainContent | null> {
      const token = held.of(request)
      if (token === '') return null
      const { status, body, faults } = await call<Body>(app, request, { url, token })
      if (status === 200) return draw(body, held.proof(token), request)
      // It is of another page, or has ended.
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
