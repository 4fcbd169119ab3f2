import { createHash } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isEmail } from '#shared/values/email.ts'
import { readPlace } from '#shared/joining/joined-place.ts'
import { JoinRequest, type Utm } from '#shared/joining/join.ts'
import { paths, thanksLink, thankYouPath } from '#shared/site/paths.ts'
import { acceptableCode, referralCodeIn } from '#shared/joining/referral-link.ts'
import { site, underVersion } from '#shared/site/site.ts'
import { cut, isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import { html } from '../../emails/html.ts'
import type { PlainContent, PlainContents, SendPlain } from '../http/pages.ts'
import { type App, readFailure } from '../http/server.ts'
import type { IsKnownCode } from '../joining/is-known-code.ts'
import type { JoinWaitlist } from '../joining/join.ts'
import type { JoinVisitor } from '../joining/join-visitor.ts'
import { JOINS_PER_ADDRESS, STAMPS_PER_ADDRESS } from '../joining/routes.ts'
import { KEPT } from '../joining/waiting.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { HeldTokens } from './held-tokens.ts'
import { otherSiteOf } from './other-site.ts'
import { emailForm, type Faults, joinedHtml, questionsForm } from './plain-html.ts'
import { answersIn, originOf, readForms, type SentForm, sentIn } from './sent-form.ts'
import type { Start, Starts } from './starts.ts'

type Contents = { starts: Starts; publicUrl: () => string }

/** The contents of the pages for joining, for browsers without scripts. */
export function plainContents({ starts, publicUrl }: Contents): PlainContents {
  return {
    form: {
      usual: () => emailForm().markup,
      of: (request) => {
        const [start] = starts.remembered(request)
        return start ? questions(start, { starts }) : null
      },
    },
    thankYou: {
      usual: () => '',
      of: ({ url }) => {
        const search = url.slice(url.indexOf('?') + 1)
        return url.includes('?') ? { markup: joinedHtml(readPlace(search), publicUrl()).markup } : null
      },
    },
  }
}

/** The functions by which a visitor joins. */
export type Joining = {
  waitlist: Pick<JoinWaitlist, 'admit'>
  joinVisitor: JoinVisitor
  isKnownCode: IsKnownCode
  /** Returns the stamp for a form that is drawn now. */
  stamp: () => string
}

type PlainRoutes = Contents &
  Joining & {
    drawn: SendPlain
    held: HeldTokens
    embedOrigins: () => readonly string[]
    signFirst: Tokens['signFirst']
  }

const UNKNOWN_CODE = 'Nobody on the waitlist has this code. Please correct it, or leave it empty.'
const TOO_OLD = 'This form is too old. Please begin again with your email.'
const ONCE_MORE = 'Please look at your answers, and send them once more.'

/**
 * The routes of forms that a browser sends without scripts: the email, from our own pages or any other site, and the
 * answers.
 */
export function plainRoutes(app: App, dependencies: PlainRoutes) {
  const { drawn, starts } = dependencies
  const begin = createBegin(dependencies)
  const join = createJoin(dependencies)
  void app.register(async (app: App) => {
    readForms(app)

    const hidden = { schema: { hide: true } }
    const begins = { ...hidden, config: { rateLimit: STAMPS_PER_ADDRESS } }
    // A form without an `action` is sent to the address of its page, which may be a referral link.
    for (const path of [paths.home, paths.join]) app.post(path, begins, begin)
    app.get(paths.join, hidden, (_request, reply) => reply.redirect(paths.home, 303))
    app.post(paths.form, { ...hidden, config: { rateLimit: JOINS_PER_ADDRESS, whenLate: 'unconfirmed' } }, join)

    app.setErrorHandler((error: FastifyError, request, reply) => {
      const { status, retryAfter, message } = readFailure(error, request)
      if (retryAfter) reply.header('retry-after', retryAfter)
      const sent = sentIn(request)
      const start = starts.open(sent.get('start'))
      const faults = { form: message }
      const content = start ? questions(start, { starts, faults, sent }) : { markup: emailForm(faults, sent).markup }
      return drawn('form', content, { reply: reply.code(status) })
    })
  })
}

/** Returns the handler of the form for the email, which leads on to the questions. */
function createBegin({ drawn, starts, stamp, publicUrl, embedOrigins }: PlainRoutes) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const sent = sentIn(request)
    const { url, headers } = request
    const { searchParams, search } = new URL(url, 'http://any.host')
    const email = sent.get('email').trim()
    if (!isEmail(email)) {
      const { markup } = emailForm({ email: site().place.ask.invalid }, sent)
      return drawn('form', { markup }, { reply: reply.code(400) })
    }
    const { from, isElsewhere, tells, thanks } = otherSiteOf(sent, {
      sender: originOf(headers),
      publicUrl: publicUrl(),
      embedOrigins: embedOrigins(),
    })
    const start = starts.begin({
      email,
      code: acceptableCode(sent.get('ref') || sent.get('code')) ?? referralCodeIn(search),
      utm: utmOf((name) => sent.get(name) || searchParams.get(name), from),
      stamp: stamp(),
      isElsewhere,
      tells,
      thanks,
    })
    starts.keep(reply, start)
    return reply.header('cache-control', 'no-store').redirect(paths.form, 303)
  }
}

/** Returns the handler of the form with the answers. */
function createJoin({ drawn, starts, waitlist, joinVisitor, isKnownCode, held, signFirst }: PlainRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = sentIn(request)
    const start = starts.open(sent.get('start'))
    if (!start) return drawn('form', { markup: emailForm({ form: TOO_OLD }, sent).markup }, { reply: reply.code(400) })
    const again = (faults: Faults) => {
      starts.keep(reply, start)
      return drawn('form', questions(start, { starts, faults, sent }), { reply: reply.code(400) })
    }
    // Another site can send all the fields, but not the cookie. In that case the visitor sees the filled-in form, and
    // sends it again.
    if (!starts.remembered(request).some(({ id }) => id === start.id)) return again({ form: ONCE_MORE })
    waitlist.admit()
    const read = await readJoin(sent, { start, isKnownCode })
    if ('faults' in read) return again(read.faults)
    const joined = await joinVisitor(read.request, { ip: request.ip, requestId: request.id, hasScripts: false })
    starts.forget(reply)
    // A join that began on another site must not replace the token that this browser holds.
    if (joined !== KEPT && joined.is_new && !(start.isElsewhere && held.of(request)))
      held.keep(reply, await signFirst('browser', joined.entry_id))
    if (joined === KEPT) return reply.redirect(paths.checkInbox, 303)
    return reply.redirect(start.thanks === null ? thankYouPath(joined) : thanksLink(start.thanks, joined), 303)
  }
}

/** The request to join in this form, or its errors. */
async function readJoin(
  sent: SentForm,
  { start, isKnownCode }: { start: Start; isKnownCode: IsKnownCode },
): Promise<{ request: JoinRequest } | { faults: Faults }> {
  const faults: Faults = {}
  const email = sent.get('email').trim()
  if (!isEmail(email)) faults.email = site().place.ask.invalid
  const code = sent.get('code').trim()
  if (code && code !== start.code && !(await isKnownCode(code))) faults.code = UNKNOWN_CODE
  const site_version = Number(sent.get('site_version')) || undefined
  // The form has the questions of its own version, and another may have been published since.
  return underVersion(site_version, () => {
    const answers = answersIn(sent)
    const parsed = JoinRequest.safeParse({
      ...answers,
      email,
      used_referral_code: acceptableCode(code),
      utm: start.utm,
      stamp: start.stamp,
      website: sent.get('website') || undefined,
      site_version,
      // A second press gives the same id, so it is a retry. A changed answer gives another id.
      submission_id: createHash('sha256')
        .update(JSON.stringify([start.id, email, code, answers]))
        .digest('hex'),
    })
    for (const { name, kind, optional } of site().questions)
      if (!optional && isEmpty(answers[name]))
        faults[name] = kind === 'text' ? 'Please fill this in.' : 'Please choose an answer.'
    for (const { path, message } of parsed.error?.issues ?? []) faults[String(path[0])] ??= `This answer ${message}.`
    return parsed.success && Object.keys(faults).length === 0 ? { request: parsed.data } : { faults }
  })
}

type Drawing = { starts: Starts; faults?: Faults; sent?: SentForm }

/** The page with the questions. With scripts, src/web/storage/left-email.ts takes the email from its data. */
function questions(start: Start, { starts, ...shown }: Drawing): PlainContent {
  const { id, email, code, utm, isElsewhere, tells, thanks } = start
  return {
    markup: questionsForm({ start, sealed: starts.seal(start), ...shown }).markup,
    data: html`${JSON.stringify({ id, email, code, utm, isElsewhere, tells, thanks })}`.markup,
    keepsOpener: tells !== null,
    leadsTo: thanks === null ? undefined : new URL(thanks).origin,
  }
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)
}

/** The campaign of the form. If it names no source, the source is the host of the other site. */
function utmOf(read: (name: string) => string | null, from: string | null): Utm | null {
  const utm: Utm = {}
  for (const field of UTM_FIELDS) {
    const value = read(`utm_${field}`)?.trim()
    if (value && isStorable(value)) utm[field] = cut(value, MAX_LENGTH.utm)
  }
  if (from?.startsWith('http')) utm.source ??= cut(new URL(from).host, MAX_LENGTH.utm)
  return Object.keys(utm).length > 0 ? utm : null
}
const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const
