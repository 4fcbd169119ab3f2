import type { FastifyRequest } from 'fastify'
import { paths } from '#shared/site/paths.ts'
import type { Place, ToConfirm } from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import type { Invitation } from '#shared/list/waves.ts'
import type { Faults, PageContent } from '#shared/pages/page-content.ts'
import type { Contents } from '../rendering/pages.ts'
import type { App } from '../http/server.ts'
import { call } from './call.ts'
import type { HeldTokens } from './cookies.ts'
import { EMPTY_FORM, type SentForm } from './sent-form.ts'

export const SAVED = '?saved'

type Dependencies = { app: App; held: HeldTokens; publicUrl: () => string }

type Told = { faults?: Faults; sent?: SentForm; notice?: string }

export function codeForm({ faults = {}, sent = EMPTY_FORM, notice }: Told = {}): PageContent {
  return { kind: 'code', faults, notice, typed: { email: sent.get('email'), code: sent.get('code') } }
}

export function letter({ faults = {}, sent = EMPTY_FORM }: Told = {}, isSent = false): PageContent {
  const typed = Object.fromEntries(LETTER_FIELDS.map((name) => [name, sent.get(name)]))
  return { kind: 'letter', faults, typed, isSent }
}
export const LETTER_FIELDS = ['name', 'email', 'message']

export function ownContents({ app, held, publicUrl }: Dependencies): Contents {
  const own = <Body>(url: string, show: (body: Body, proof: string, request: FastifyRequest) => PageContent) => ({
    usual: codeForm(),
    async of(request: FastifyRequest) {
      const token = held.of(request)
      if (token === '') return null
      const { status, body, faults } = await call<Body>(app, request, { url, token })
      if (status === 200) return { content: show(body, held.proof(token), request) }
      // The token is for another page, or it has expired.
      return { content: status === 404 ? codeForm({ notice: site().confirm.unknown.text }) : codeForm({ faults }) }
    },
  })

  return {
    checkInbox: { usual: codeForm() },
    confirm: own<ToConfirm>(paths.api.placeConfirm, (asked, proof) => ({ kind: 'confirm', asked, proof })),
    invitation: own<Invitation>(paths.api.invitation, (invitation, proof) => ({
      kind: 'invitation',
      invitation,
      proof,
    })),
    place: own<Place>(paths.api.place, (place, proof, { url }) => ({
      kind: 'place',
      place,
      proof,
      origin: publicUrl(),
      isSaved: url.endsWith(SAVED),
    })),
  }
}
