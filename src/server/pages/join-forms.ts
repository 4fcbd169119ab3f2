import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isEmail, readEmail } from '#shared/values/email.ts'
import type { JoinRequest, Utm } from '#shared/joining/join.ts'
import { paths, thanksLink, thankYouPath, TOLD } from '#shared/site/paths.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Faults, PageContent } from '#shared/pages/page-content.ts'
import type { ListState } from '#shared/owner/list-state.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { acceptableCode, referralCodeIn } from '#shared/joining/referral-link.ts'
import { site } from '#shared/site/site.ts'
import { toldOf } from '#shared/joining/told.ts'
import { cut, isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import type { Contents, SendPage } from './rendering/pages.ts'
import { type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { askToBeTold } from '../joining/opening-requests.ts'
import { joinVisitor } from '../joining/join-visitor.ts'
import { JOINS_PER_ADDRESS, STAMPS_PER_ADDRESS } from '../joining/routes.ts'
import { KEPT } from '../joining/waiting.ts'
import { createCookies, createHeldTokens, createStarts, type HeldTokens, type Start, type Starts } from './cookies.ts'
import { originOf, otherSiteOf, readForms, type SentForm, sentIn } from './sent-form.ts'
import { actOf, goOn, question, readJoin, wrongStep } from './steps.ts'
import { ensureSecret } from '../db/settings.ts'
import { sealingKey } from '../base/sealing.ts'
import { call, ownContents } from './own-contents.ts'
import { ownForms } from './own-forms.ts'
import { readFailure } from '../http/server.ts'
import type { App } from '../http/route.ts'

/** Call `register` once pages can be drawn. */
export async function formPages(ctx: Context): Promise<{
  contents: Contents
  register: (send: SendPage) => void
}> {
  const { app, pool, publicUrl, now } = ctx
  const key = sealingKey(await ensureSecret(pool, 'start_key'), 'joining without scripts')
  const cookies = createCookies({ isSecure: () => publicUrl().startsWith('https:') })
  const starts = createStarts({ key, cookies, now })
  const held = createHeldTokens({ key, cookies })
  return {
    contents: {
      ...joinContents({ ...ctx, starts }),
      ...ownContents({ app, held, publicUrl }),
    },
    register(send) {
      joinForms(app, { ...ctx, send, starts, held })
      ownForms({ app, held, publicUrl, sendsMail: ctx.sendsMail, send })
    },
  }
}

type JoinContents = Pick<Context, 'app' | 'publicUrl' | 'listState'> & { starts: Starts }

function joinContents({ app, starts, publicUrl, listState }: JoinContents): Contents {
  return {
    form: {
      usual: { kind: 'email', typed: {}, faults: {} },
      of: (request) => {
        const isTold = new URL(request.url, 'http://any.host').searchParams.has(TOLD)
        if (isTold || listState() !== 'open') return { content: { kind: 'rest', isTold } }
        const [start] = starts.remembered(request)
        return start ? question({ start, step: 0 }, starts) : null
      },
    },
    thankYou: {
      async of(request) {
        const { search } = new URL(request.url, 'http://any.host')
        if (search === '') return null
        const { body: rule } = await call(app, request, { url: ROUTES.referralRule.path })
        return { search, data: { rule, origin: publicUrl() } }
      },
    },
  }
}

type JoinForms = Context & { send: SendPage; starts: Starts; held: HeldTokens }

function joinForms(app: App, dependencies: JoinForms) {
  const { send, starts, listState } = dependencies
  const begin = createBegin(dependencies)
  const answer = createAnswer(dependencies)
  void app.register(async (app: App) => {
    readForms(app)

    const limited = { config: { rateLimit: STAMPS_PER_ADDRESS } }
    // A form without an `action` is sent to the address of its page, which may be a referral link.
    for (const path of [paths.home, paths.join]) app.post(path, limited, begin)
    app.get(paths.join, (_request, reply) => reply.redirect(paths.home, 303))
    // Sent once for each question; the limit for joins is taken at the last.
    app.post(paths.form, { config: { rateLimit: STAMPS_PER_ADDRESS, whenLate: 'unconfirmed' } }, answer)

    app.setErrorHandler((error: FastifyError, request, reply) => {
      const { code, status, retryAfter, fields } = readFailure(error, request)
      const isResting = code === 'list-paused' || code === 'list-closed'
      if (retryAfter) reply.header('retry-after', retryAfter)
      const sent = sentIn(request)
      const start = starts.open(sent.get('start'))
      const faults: Faults = fields?.email
        ? { email: site().signUp.unreachable }
        : isResting
          ? {}
          : { form: toldOf(code, retryAfter) ?? site().errors.internal }
      if (!start || isResting)
        return send('form', { content: emailForm(sent, faults, listState()) }, reply.code(status))
      const going = goOn(start, sent)
      return send('form', question({ ...going, faults }, starts), reply.code(status))
    })
  })
}

function emailForm(
  sent: SentForm,
  faults: Faults,
  state: ListState,
  code: string | null = sent.get('ref'),
): PageContent {
  if (state !== 'open') return { kind: 'rest', faults, typed: { email: sent.get('email') }, isTold: false }
  return { kind: 'email', faults, typed: { email: sent.get('email'), ref: code } }
}

function createBegin(ctx: JoinForms) {
  const { send, starts, observe, publicUrl, config, listState } = ctx
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = sentIn(request)
    const { url, headers } = request
    const { searchParams, search } = new URL(url, 'http://any.host')
    const email = readEmail(sent.get('email'))
    const state = listState()
    const isTelling = sent.get('act') === 'tell' && state !== 'closed'
    if (!isTelling && state !== 'open') throw new AppError(`list-${state}`)
    if (isTelling && isEmail(email)) {
      await askToBeTold(ctx, email, request.ip)
      return reply.header('cache-control', 'no-store').redirect(`${paths.form}?${TOLD}`, 303)
    }
    const code = acceptableCode(sent.get('ref') || sent.get('code')) ?? referralCodeIn(search)
    if (!isEmail(email))
      return send(
        'form',
        { content: emailForm(sent, { email: site().place.ask.invalid }, state, code) },
        reply.code(400),
      )
    const { from, isElsewhere, tells, thanks } = otherSiteOf(sent, {
      sender: originOf(headers),
      host: request.host,
      publicUrl: publicUrl(),
      embedOrigins: config().embedOrigins,
    })
    const start = starts.begin({
      email,
      code,
      utm: utmOf((name) => sent.get(name) || searchParams.get(name), from),
      stamp: observe.stamp(),
      isElsewhere,
      tells,
      thanks,
    })
    starts.keep(reply, start)
    return reply.header('cache-control', 'no-store').redirect(paths.form, 303)
  }
}

/** A step answers with the next page; only joining leads to another address. */
function createAnswer(ctx: JoinForms) {
  const { send, starts, waitlist, pool, listState, limits, readVersion } = ctx
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = sentIn(request)
    const begun = starts.open(sent.get('start'))
    if (!begun)
      return send(
        'form',
        { content: emailForm(sent, { form: site().plainForms.tooOld.form }, listState()) },
        reply.code(400),
      )
    const named = Number(sent.get('site_version'))
    if (Number.isSafeInteger(named) && named < 2 ** 31) await readVersion(named)
    const going = goOn(begun, sent)
    const { start, step, all, version } = going
    const show = (step: number, faults: Faults = {}, status = 200) => {
      starts.keep(reply, start)
      return send('form', question({ ...going, step, faults }, starts), reply.code(status))
    }
    // Another site can send all the fields, but not the cookie. The visitor then sees the filled-in form, and sends it
    // again.
    if (!starts.remembered(request).some(({ id }) => id === start.id))
      return show(step, { form: site().plainForms.onceMore.answers }, 400)
    const act = actOf(sent, going)
    if (act === 'back') return show(Math.max(step - 1, 0))
    if (act === 'stay') return show(step)
    if (act === 'submit') {
      takeOfAddress(limits, request)
      waitlist.admit()
    }
    const read = await readJoin(all, { start, version, pool })
    const faults = 'faults' in read ? read.faults : {}
    const wrong = wrongStep(faults, going, act === 'next' ? step : null)
    if (wrong !== null) return show(wrong.step, wrong.faults, 400)
    if (act === 'next') return show(step + 1)
    if ('faults' in read) return show(step, faults, 400)
    return finish(ctx, { joined: read.request, start, request, reply })
  }
}

function takeOfAddress({ networksOf, take }: Limits, { ip }: FastifyRequest) {
  const from = networksOf(ip)
  const { max } = JOINS_PER_ADDRESS
  const wait = from && take([{ key: `joins by form of ${from.address}`, max, windowMs: MINUTE_MS, from }])
  if (wait !== null) throw tooMany(wait)
}

type Finished = { joined: JoinRequest; start: Start; request: FastifyRequest; reply: FastifyReply }

async function finish(ctx: JoinForms, finished: Finished) {
  const { held, tokens, starts } = ctx
  const { joined: asked, start, request, reply } = finished
  const joined = await joinVisitor(ctx, asked, { ip: request.ip, requestId: request.id, hasScripts: false })
  starts.forget(reply)
  // A join that began on another site must not replace the token that this browser holds.
  if (joined !== KEPT && joined.is_new && !(start.isElsewhere && held.of(request)))
    held.keep(reply, await tokens.signFirst('browser', joined.entry_id))
  if (joined === KEPT) return reply.redirect(paths.checkInbox, 303)
  return reply.redirect(start.thanks === null ? thankYouPath(joined) : thanksLink(start.thanks, joined), 303)
}

/** Without a source, it is the host of the other site. */
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
