import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { Email } from '#shared/values/email-schema.ts'
import type { PageName } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import {
  BROWSER_TOKEN,
  type InvitationKey,
  type LeaveResponse,
  type PlaceReceipt,
  type ToConfirm,
} from '#shared/joining/place.ts'
import { site } from '#shared/site/site.ts'
import type { Accepted } from '#shared/list/waves.ts'
import type { Html } from '../../emails/html.ts'
import { emailKey } from '../base/email-key.ts'
import { alike } from '../joining/alike.ts'
import { isFromHere } from '../http/is-from-here.ts'
import { LETTER, type SendPlain } from '../http/pages.ts'
import { type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { type App, readFailure } from '../http/server.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { call } from './call.ts'
import type { HeldTokens } from './held-tokens.ts'
import { SAVED } from './own-contents.ts'
import { confirmHtml } from './confirm-html.ts'
import { codeForm, contactForm, correctForm, leftHtml, letterSent, seatedHtml } from './own-html.ts'
import type { Faults } from './plain-html.ts'
import { answersIn, readForms, type SentForm, sentIn } from './sent-form.ts'

type Own = {
  app: App
  held: HeldTokens
  publicUrl: () => string
  drawn: SendPlain
  tokens: Pick<Tokens, 'readCode'>
  /** The ids of the people to whom a mail with a code may have gone at this address. */
  findHolders: (email: string) => Promise<string[]>
  limits: Pick<Limits, 'take' | 'networksOf'>
}

const FEW = { schema: { hide: true }, config: { rateLimit: { max: 20 } } }
/**
 * The most tries at the codes of an address in an hour, from one network and from all. At most 183 of 31^8 codes are
 * right for each holder of the address. The limit for all is far higher, because strangers use it up for the person
 * too.
 */
const TRIES = { ofNetwork: 5, ofAll: 1_000, windowMs: 60 * MINUTE_MS }

const WRONG_CODE =
  'This is not the code of our newest mail, or it is more than an hour old. Press Mail me a code to get a new one.'
const ONCE_MORE = 'Please look at this form, and send it once more.'
const CODE_MAILED = 'A new code is on its way to you. Type it here.'
const TOO_OLD = 'This page is too old. Please open it again with a code.'

type Visit = Own & { request: FastifyRequest; reply: FastifyReply; sent: SentForm }
type HeldVisit = Visit & { token: string }

/**
 * The forms for people who have joined already: the form for a code from a mail, and the forms of the pages that a code
 * opens. The form for a message to the owner is here too.
 */
export function ownRoutes(own: Own) {
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
      const { status, retryAfter, message } = readFailure(error, request)
      if (retryAfter) reply.header('retry-after', retryAfter)
      const visit = { ...own, request, reply, sent: sentIn(request) }
      const faults = { form: message }
      if (request.routeOptions.url === paths.contact)
        return show(visit, LETTER, { content: contactForm({ faults, sent: visit.sent }), status })
      const isCorrection = visit.sent.get('act') === 'correct'
      const content = isCorrection
        ? correctForm(visit.sent, { proof: visit.sent.get('proof'), faults })
        : codeForm({ faults, sent: visit.sent })
      return show(visit, 'place', { content, status })
    })
  })
}

/**
 * Answers only a browser that holds a token and has sent a form of ours. All others get the form for a code, with
 * status 400.
 */
function ifHeld(page: PageName, answer: (visit: HeldVisit) => Promise<unknown>) {
  return async (visit: Visit) => {
    const token = visit.held.of(visit.request)
    return visit.held.isProof(visit.sent.get('proof'), token)
      ? answer({ ...visit, token })
      : show(visit, page, { content: codeForm({ faults: { form: TOO_OLD } }), status: 400 })
  }
}

async function useCode(visit: Visit) {
  const { app, request, reply, sent, held } = visit
  const code = sent.get('code').trim()
  const again = (faults: Faults) => show(visit, 'place', { content: codeForm({ faults, sent }), status: 400 })
  if (!isFromHere(request, visit.publicUrl())) return again({ form: ONCE_MORE })
  const { data: email } = Email.safeParse(sent.get('email'))
  if (email === undefined) return again({ email: site().place.ask.invalid })
  if (code === '' || sent.get('act') === 'mail') {
    const asked = { method: 'POST', url: paths.api.placeLinks, payload: { email } } as const
    const { status, faults } = await call(app, request, asked)
    if (status !== 202) return again(faults)
    const { ask } = site().place
    return show(visit, 'place', { content: codeForm({ sent, notice: `${ask.sent} ${ask.sentNote}` }) })
  }
  takeTry(visit, email)
  const finding = visit.findHolders(email).then((holders) => visit.tokens.readCode(code, holders))
  await alike(finding)
  const found = await finding
  if (!found) return again({ code: WRONG_CODE })
  held.keep(reply, found.token)
  return goTo(visit, paths[found.purpose])
}

/** Throws an AppError if too many codes were tried for this address. */
function takeTry({ limits, held, request }: Visit, email: string) {
  const key = `codes of ${held.proof(emailKey(email))}`
  const from = limits.networksOf(request.ip)
  const { ofNetwork, ofAll, windowMs } = TRIES
  const wait = limits.take([
    ...(from ? [{ key: `${key} from ${from.block}`, max: ofNetwork, windowMs, from }] : []),
    { key, max: ofAll, windowMs, from: null },
  ])
  if (wait !== null) throw tooMany(wait)
}

async function confirm(visit: HeldVisit) {
  const { app, request, reply, sent, held, token } = visit
  const url = paths.api.placeConfirm
  const isDeletion = sent.get('act') === 'delete'
  const choice = { chosen: sent.get('chosen') || null, shown: sent.all('shown') }
  if (!isDeletion && choice.shown.length > 0 && choice.chosen === null) {
    const asked = await call<ToConfirm>(app, request, { url, token })
    if (asked.status !== 200)
      return show(visit, 'confirm', { content: codeForm({ faults: asked.faults }), status: asked.status })
    const faults = { form: site().confirm.sets.missing }
    const content = confirmHtml(asked.body, { proof: held.proof(token), faults })
    return show(visit, 'confirm', { content, status: 400 })
  }
  const press = isDeletion ? ({ method: 'DELETE' } as const) : ({ method: 'POST', payload: choice } as const)
  const { status, faults, header } = await call(app, request, { ...press, url, token })
  if (status !== 204) return show(visit, 'confirm', { content: codeForm({ faults }), status })
  const browserToken = header(BROWSER_TOKEN)
  if (browserToken) {
    held.keep(reply, browserToken)
    return goTo(visit, paths.place)
  }
  held.forget(reply)
  const { text } = site().confirm[isDeletion ? 'deleted' : 'done']
  return show(visit, 'confirm', { content: codeForm({ notice: text }) })
}

async function change(visit: HeldVisit) {
  const { app, request, sent, held, token } = visit
  const act = sent.get('act')
  if (act === 'leave') return leave(visit)
  if (act === 'mail') return mailCode(visit)
  if (act === 'invitation') return openInvitation(visit)
  const { full_name: name, ...answers } = answersIn(sent)
  const payload = { answers, ...(name ? { full_name: name } : {}) }
  const { status, faults } = await call(app, request, { method: 'PATCH', url: paths.api.place, token, payload })
  if (status === 200) return goTo(visit, paths.place + SAVED)
  return show(visit, 'place', { content: correctForm(sent, { proof: held.proof(token), faults }), status })
}

async function leave(visit: HeldVisit) {
  const { app, request, reply, held, token } = visit
  const left = await call<LeaveResponse>(app, request, { method: 'DELETE', url: paths.api.place, token })
  if (left.status !== 202)
    return show(visit, 'place', { content: codeForm({ faults: left.faults }), status: left.status })
  held.forget(reply)
  const { body } = await call<PlaceReceipt>(app, request, { url: paths.api.receipt, token: left.body.receipt_token })
  return show(visit, 'place', { content: leftHtml(body) })
}

/** Mails a new code to a person whose code is older than an hour. They press once, and need not type their email. */
async function mailCode(visit: HeldVisit) {
  const { app, request, token } = visit
  const asked = { method: 'POST', url: paths.api.placeFreshLink, token } as const
  const { status, faults } = await call(app, request, asked)
  if (status !== 202) return show(visit, 'place', { content: codeForm({ faults }), status })
  return show(visit, 'place', { content: codeForm({ notice: CODE_MAILED }) })
}

/** Opens a person's invitation from their own place, if they cannot find its mail. */
async function openInvitation(visit: HeldVisit) {
  const { app, request, reply, held, token } = visit
  const asked = { method: 'POST', url: paths.api.placeInvitation, token } as const
  const { status, body, faults } = await call<z.infer<typeof InvitationKey>>(app, request, asked)
  if (status !== 200) return show(visit, 'place', { content: codeForm({ faults }), status })
  held.keep(reply, body.token)
  return goTo(visit, paths.invitation)
}

async function takeSeat(visit: HeldVisit) {
  const { app, request, token } = visit
  const pressed = { method: 'POST', url: paths.api.invitationAccept, token } as const
  const { status, body, faults } = await call<Accepted>(app, request, pressed)
  const content = status === 200 ? seatedHtml(body.redirect) : codeForm({ faults })
  return show(visit, 'invitation', { content, status })
}

async function write(visit: Visit) {
  const { app, request, sent } = visit
  const letter = Object.fromEntries(['name', 'email', 'message'].map((field) => [field, sent.get(field)]))
  const { status, faults } = await call(app, request, { method: 'POST', url: paths.api.contact, payload: letter })
  if (status !== 202) return show(visit, LETTER, { content: contactForm({ faults, sent }), status })
  return show(visit, LETTER, { content: letterSent() })
}

type Shown = { content: Html; status?: number }

function show({ drawn, reply }: Visit, page: PageName | typeof LETTER, { content, status = 200 }: Shown) {
  return drawn(page, content, { reply: reply.code(status) })
}

function goTo({ reply }: Visit, path: string) {
  return reply.header('cache-control', 'no-store').redirect(path, 303)
}
