import type { FastifyRequest } from 'fastify'
import type { Board } from '#shared/joining/leaderboard.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Place, ToConfirm } from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import type { Invitation } from '#shared/list/waves.ts'
import type { Faults, PageContent } from '#shared/pages/page-content.ts'
import type { Context } from '../context.ts'
import type { Contents } from './rendering/pages.ts'
import type { HeldTokens } from './cookies.ts'
import { EMPTY_FORM, type SentForm } from './sent-form.ts'
import type { ErrorResponse } from '#shared/values/error-schema.ts'
import { toldOf } from '#shared/joining/told.ts'
import { otherOf } from '#shared/site/questions.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/route.ts'

export const SAVED = '?saved'

type Own = Pick<Context, 'app' | 'publicUrl'> & { held: HeldTokens }

type Told = { faults?: Faults; sent?: SentForm; notice?: string }

export function codeForm({ faults = {}, sent = EMPTY_FORM, notice }: Told = {}): PageContent {
  return { kind: 'code', faults, notice, typed: { email: sent.get('email'), code: sent.get('code') } }
}

export function letter({ faults = {}, sent = EMPTY_FORM }: Told = {}, isSent = false): PageContent {
  const typed = Object.fromEntries(LETTER_FIELDS.map((name) => [name, sent.get(name)]))
  return { kind: 'letter', faults, typed, isSent }
}
export const LETTER_FIELDS = ['name', 'email', 'message']

export function ownContents({ app, held, publicUrl }: Own): Contents {
  const own = <Body>(
    url: string,
    show: (body: Body, proof: string, request: FastifyRequest) => PageContent | Promise<PageContent>,
  ) => ({
    usual: codeForm(),
    async of(request: FastifyRequest) {
      const token = held.of(request)
      if (token === '') return null
      const { status, body, faults } = await call<Body>(app, request, { url, token })
      if (status === 200)
        return { content: await show(body, held.proof(token), request), data: { origin: publicUrl() } }
      // The token is for another page, or it has expired.
      return { content: status === 404 ? codeForm({ notice: site().confirm.unknown.text }) : codeForm({ faults }) }
    },
  })

  return {
    checkInbox: { usual: codeForm() },
    confirm: own<ToConfirm>(ROUTES.confirm.path, (asked, proof) => ({ kind: 'confirm', asked, proof })),
    invitation: own<Invitation>(ROUTES.invitation.path, (invitation, proof) => ({
      kind: 'invitation',
      invitation,
      proof,
    })),
    place: own<Place>(ROUTES.place.path, async (place, proof, request) => ({
      kind: 'place',
      place,
      board: await boardOf({ app, request, token: held.of(request), place }),
      proof,
      isSaved: request.url.endsWith(SAVED),
    })),
  }
}

type BoardOf = { app: App; request: FastifyRequest; token: string; place: Place }

export async function boardOf({ app, request, token, place }: BoardOf): Promise<Board> {
  if (!place.has_leaderboard) return null
  const { status, body } = await call<Board>(app, request, { url: ROUTES.board.path, token })
  return status === 200 ? body : null
}

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; token?: string; payload?: object }

type Answer<Body> = { status: number; body: Body; faults: Faults; header: (name: string) => string }

/**
 * Makes the API call that the page's scripts would make, with the address of this visitor: the same checks, limits and
 * messages apply. Throws if the API answers with a 5xx.
 */
export async function call<Body = unknown>(
  app: App,
  { ip }: FastifyRequest,
  { token, ...options }: Call,
): Promise<Answer<Body>> {
  const response = await app.inject({
    method: 'GET',
    ...options,
    remoteAddress: ip,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const { statusCode: status, headers } = response
  if (status >= 500) throw new AppError('unavailable', { isLogged: true })
  const body: unknown = response.body === '' ? null : response.json()
  const { error } = (status >= 400 ? body : {}) as Partial<ErrorResponse>
  const told = error && (toldOf(error.code, Number(headers['retry-after'])) ?? error.message)
  return {
    status,
    body: body as Body,
    faults: error?.fields ? faultsIn(error.fields) : told ? { form: told } : {},
    header: (name) => String(headers[name] ?? ''),
  }
}

/** An error at `answers.problems.0` belongs to the question `problems`. */
function faultsIn(fields: Record<string, string>): Faults {
  const nameOf = (path: string) => path.replace(/^answers\./, '').replace(/\.\d+$/, '')
  const { fault, otherMissing } = site().plainForms
  const others = site().questions.map(otherOf)
  return Object.fromEntries(
    Object.keys(fields)
      .map(nameOf)
      .map((name) => [name, others.includes(name) ? otherMissing : fault]),
  )
}
