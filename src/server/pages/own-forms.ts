import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { Email } from '#shared/values/text-schema.ts'
import type { Faults, PageContent } from '#shared/pages/page-content.ts'
import { paths } from '#shared/site/paths.ts'
import { ROUTES } from '#shared/routes.ts'
import { BROWSER_TOKEN, MAILED_TOKEN } from '#shared/values/header-names.ts'
import type { CodeOpened, InvitationKey, Place, ToConfirm } from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import { toldOf } from '#shared/joining/told.ts'
import type { Accepted } from '#shared/list/waves.ts'
import type { Context } from '../context.ts'
import { isFromHere } from '../http/is-from-here.ts'
import type { DrawnName } from './rendering/draw-page.ts'
import type { SendPage } from './rendering/pages.ts'
import { boardOf, call, codeForm, letter, LETTER_FIELDS, SAVED } from './own-contents.ts'
import type { HeldTokens } from './cookies.ts'
import { answersIn, readForms, type SentForm, sentIn, typedIn } from './sent-form.ts'
import { readFailure } from '../http/server.ts'
import type { App } from '../http/route.ts'

type Own = Pick<Context, 'app' | 'publicUrl' | 'sendsMail'> & { held: HeldTokens; send: SendPage }

const FEW = { config: { rateLimit: { max: 20 } } }

type Visit = Own & { request: FastifyRequest; reply: FastifyReply; sent: SentForm }
type HeldVisit = Visit & { token: string }

export function ownForms(own: Own) {
  const forms: Partial<Record<keyof typeof paths, (visit: Visit) => Promise<unknown>>> = {
    code: useCode,
    contact: write,
    confirm: ifHeld('confirm', confirm),
    place: ifHeld('place', change),
    invitation: ifHeld('invitation', takeSeat),
  }
  void own.app.register(async (app: App) => {
    readForms(app)
    for (const [page, answer] of Object.entries(forms))
      app.post(paths[page as 'place'], FEW, (request, reply) =>
        answer({ ...own, request, reply, sent: sentIn(request) }),
      )

    app.setErrorHandler((error: FastifyError, request, reply) => {
      const { code, status, retryAfter } = readFailure(error, request)
      if (retryAfter) reply.header('retry-after', retryAfter)
      const visit = { ...own, request, reply, sent: sentIn(request) }
      const faults = { form: toldOf(code, retryAfter) ?? site().errors.internal }
      if (request.routeOptions.url === paths.contact)
        return show(visit, 'letter', { content: letter({ faults, sent: visit.sent }), status })
      const isCorrection = visit.sent.get('act') === 'correct'
      const content = isCorrection
        ? correction(visit.sent, { proof: visit.sent.get('proof'), faults })
        : codeForm({ faults, sent: visit.sent })
      return show(visit, 'place', { content, status })
    })
  })
}

/** Others get the form for a code, with status 400. */
function ifHeld(page: DrawnName, answer: (visit: HeldVisit) => Promise<unknown>) {
  return async (visit: Visit) => {
    const token = visit.held.of(visit.request)
    return visit.held.isProof(visit.sent.get('proof'), token)
      ? answer({ ...visit, token })
      : show(visit, page, { content: codeForm({ faults: { form: site().plainForms.tooOld.page } }), status: 400 })
  }
}

async function useCode(visit: Visit) {
  const { app, request, reply, sent, held } = visit
  const code = sent.get('code').trim()
  const again = (faults: Faults, status = 400) => show(visit, 'place', { content: codeForm({ faults, sent }), status })
  if (!isFromHere(request, visit.publicUrl())) return again({ form: site().plainForms.onceMore.form })
  const { data: email } = Email.safeParse(sent.get('email'))
  if (email === undefined) return again({ email: site().place.ask.invalid })
  if (code === '' || sent.get('act') === 'mail') {
    if (!visit.sendsMail()) return again({ form: site().place.ask.noMail }, 409)
    const asked = { method: 'POST', url: ROUTES.mailLink.path, payload: { email } } as const
    const { status, faults } = await call(app, request, asked)
    if (status !== 202) return again(faults)
    const { ask } = site().place
    return show(visit, 'place', { content: codeForm({ sent, notice: `${ask.sent} ${ask.sentNote}` }) })
  }
  const tried = { method: 'POST', url: ROUTES.openCode.path, payload: { email, code } } as const
  const { status, body, faults, header } = await call<CodeOpened>(app, request, tried)
  if (status !== 200) {
    if (header('retry-after')) reply.header('retry-after', header('retry-after'))
    return again(faults.code ? { code: site().place.ask.code.wrong } : faults, status)
  }
  held.keep(reply, body.token)
  return goTo(visit, paths[body.page])
}

async function confirm(visit: HeldVisit) {
  const { app, request, reply, sent, held, token } = visit
  const url = ROUTES.confirm.path
  const isDeletion = sent.get('act') === 'delete'
  const choice = { chosen: sent.get('chosen') || null, shown: sent.all('shown'), inviter: sent.get('inviter') || null }
  if (!isDeletion && choice.shown.length > 0 && choice.chosen === null) {
    const asked = await call<ToConfirm>(app, request, { url, token })
    if (asked.status !== 200)
      return show(visit, 'confirm', { content: codeForm({ faults: asked.faults }), status: asked.status })
    const faults = { form: site().confirm.sets.missing }
    const content: PageContent = { kind: 'confirm', asked: asked.body, proof: held.proof(token), faults }
    return show(visit, 'confirm', { content, status: 400 })
  }
  const press = isDeletion ? ({ method: 'DELETE' } as const) : ({ method: 'POST', payload: choice } as const)
  const { status, faults, header } = await call(app, request, { ...press, url, token })
  if (status !== 204) return show(visit, 'confirm', { content: codeForm({ faults }), status })
  const browserToken = header(BROWSER_TOKEN)
  if (browserToken) {
    held.keep(reply, header(MAILED_TOKEN) || browserToken)
    return goTo(visit, paths.place)
  }
  held.forget(reply)
  const { text } = site().confirm[isDeletion ? 'deleted' : 'done']
  return show(visit, 'confirm', { content: codeForm({ notice: text }) })
}

async function change(visit: HeldVisit) {
  const { sent } = visit
  const act = sent.get('act')
  if (act === 'leave') return leave(visit)
  if (act === 'mail') return mailCode(visit)
  if (act === 'invitation') return openInvitation(visit)
  if (act === 'name') return chooseName(visit)
  if (act === 'unname') return removeName(visit)
  if (act.startsWith('write ')) return correctBy(visit, { language: act.slice('write '.length) })
  const { full_name: name, ...answers } = answersIn(sent)
  return correctBy(visit, {
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(name !== undefined && name !== '' && { full_name: name }),
  })
}

async function correctBy(visit: HeldVisit, payload: object) {
  const { app, request, sent, held, token } = visit
  const { status, faults } = await call(app, request, { method: 'PATCH', url: ROUTES.place.path, token, payload })
  if (status === 200) return goTo(visit, paths.place + SAVED)
  return show(visit, 'place', { content: correction(sent, { proof: held.proof(token), faults }), status })
}

function correction(sent: SentForm, { proof, faults }: { proof: string; faults: Faults }): PageContent {
  return { kind: 'correction', typed: typedIn(sent), proof, faults }
}

async function leave(visit: HeldVisit) {
  const { app, request, reply, held, token } = visit
  const { status, faults } = await call(app, request, { method: 'DELETE', url: ROUTES.place.path, token })
  if (status !== 202) return show(visit, 'place', { content: codeForm({ faults }), status })
  held.forget(reply)
  return show(visit, 'place', { content: { kind: 'left' } })
}

async function chooseName(visit: HeldVisit) {
  const { app, request, sent, held, token } = visit
  const name = sent.get('name')
  const chosen = { method: 'PUT', url: ROUTES.board.path, token, payload: { name } } as const
  const { status, faults } = await call(app, request, chosen)
  if (status === 200) return goTo(visit, paths.place + SAVED)
  const read = await call<Place>(app, request, { url: ROUTES.place.path, token })
  if (read.status !== 200) return show(visit, 'place', { content: codeForm({ faults }), status })
  const content: PageContent = {
    kind: 'place',
    place: read.body,
    board: await boardOf({ app, request, token, place: read.body }),
    typed: name,
    proof: held.proof(token),
    faults: faults.name ? { name: site().place.board.invalid } : faults,
    isSaved: false,
  }
  return show(visit, 'place', { content, status })
}

async function removeName(visit: HeldVisit) {
  const { app, request, token } = visit
  const { status, faults } = await call(app, request, { method: 'DELETE', url: ROUTES.board.path, token })
  if (status === 200) return goTo(visit, paths.place + SAVED)
  return show(visit, 'place', { content: codeForm({ faults }), status })
}

async function mailCode(visit: HeldVisit) {
  const { app, request, token } = visit
  const asked = { method: 'POST', url: ROUTES.mailFreshLink.path, token } as const
  const { status, faults } = await call(app, request, asked)
  if (status !== 202) return show(visit, 'place', { content: codeForm({ faults }), status })
  return show(visit, 'place', { content: codeForm({ notice: site().plainForms.codeMailed }) })
}

async function openInvitation(visit: HeldVisit) {
  const { app, request, reply, held, token } = visit
  const asked = { method: 'POST', url: ROUTES.openInvitation.path, token } as const
  const { status, body, faults } = await call<z.infer<typeof InvitationKey>>(app, request, asked)
  if (status !== 200) return show(visit, 'place', { content: codeForm({ faults }), status })
  held.keep(reply, body.token)
  return goTo(visit, paths.invitation)
}

async function takeSeat(visit: HeldVisit) {
  const { app, request, token } = visit
  const pressed = { method: 'POST', url: ROUTES.acceptInvitation.path, token } as const
  const { status, body, faults } = await call<Accepted>(app, request, pressed)
  const content: PageContent = status === 200 ? { kind: 'seated', redirect: body.redirect } : codeForm({ faults })
  return show(visit, 'invitation', { content, status })
}

async function write(visit: Visit) {
  const { app, request, sent } = visit
  const payload = Object.fromEntries(LETTER_FIELDS.map((field) => [field, sent.get(field)]))
  const { status, faults } = await call(app, request, { method: 'POST', url: ROUTES.sendMessage.path, payload })
  if (status !== 202) return show(visit, 'letter', { content: letter({ faults, sent }), status })
  return show(visit, 'letter', { content: letter({}, true) })
}

type Shown = { content: PageContent; status?: number }

function show({ send, reply, publicUrl }: Visit, page: DrawnName, { content, status = 200 }: Shown) {
  return send(page, { content, data: { origin: publicUrl() } }, reply.code(status))
}

function goTo({ reply }: Visit, path: string) {
  return reply.header('cache-control', 'no-store').redirect(path, 303)
}
