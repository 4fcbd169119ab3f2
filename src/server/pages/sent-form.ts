import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Typed } from '#shared/pages/page-content.ts'
import { hasOther, otherOf } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { isTypedQuestion, readTyped } from '#shared/site/typed-answers.ts'
import { AppError } from '../base/errors.ts'
import { isOwnOrigin } from '../http/is-from-here.ts'
import type { App } from '../http/route.ts'

export type SentForm = {
  get: (name: string) => string
  all: (name: string) => string[]
  has: (name: string) => boolean
}

/** More than any form of ours has: 20 questions with 40 choices each. */
const MOST_FIELDS = 1_000

/** CRLF, the line break of forms, becomes LF, which counts as one character. */
export function toSentForm(fields: URLSearchParams): SentForm {
  if (fields.size > MOST_FIELDS) throw new AppError('invalid-input', { fields: { body: 'has too many fields' } })
  const all = (name: string) => fields.getAll(name).map((value) => value.replaceAll('\r\n', '\n'))
  return { all, get: (name) => all(name)[0] ?? '', has: (name) => fields.has(name) }
}

export const EMPTY_FORM = toSentForm(new URLSearchParams())

/**
 * Of every type that a browser sends, because the owner of another site chooses it. Any other body is an empty form.
 */
export function readForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
    toSentForm(await fieldsIn(headers['content-type'] ?? '', body)),
  )
}

async function fieldsIn(type: string, body: Buffer): Promise<URLSearchParams> {
  if (/^multipart\/form-data\b/i.test(type)) {
    const sent = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => new FormData())
    const texts = [...sent].filter((field): field is [string, string] => typeof field[1] === 'string')
    return new URLSearchParams(texts)
  }
  const text = body.toString()
  if (/^text\/plain\b/i.test(type)) {
    const lines = text.split('\r\n').filter((line) => line.includes('='))
    return new URLSearchParams(
      lines.map((line): [string, string] => [line.replace(/=[^]*$/, ''), line.replace(/^[^=]*=/, '')]),
    )
  }
  return new URLSearchParams(/^application\/x-www-form-urlencoded\b/i.test(type) ? text : '')
}

export function sentIn({ body }: FastifyRequest): SentForm {
  return (body as SentForm | undefined) ?? EMPTY_FORM
}

/**
 * In the shape of a JSON request. An optional question without an answer is null, because a correction keeps what it
 * does not name.
 */
export function answersIn(sent: SentForm): Record<string, unknown> {
  const answers: Record<string, unknown> = {}
  for (const question of site().questions) {
    const { name, kind, optional } = question
    const text = sent.get(name).trim()
    const chosen = [...new Set(sent.all(name))]
    const other = otherOf(question)
    if (other && hasOther(chosen)) answers[other] = sent.get(other).trim() || null
    if (optional && !text) answers[name] = null
    else if (isTypedQuestion(question)) answers[name] = readTyped(question, text)
    else if (kind === 'many') answers[name] = chosen
    else if (kind === 'yes-no') {
      if (text) answers[name] = text === 'Yes'
    } else if (text) answers[name] = text
  }
  return answers
}

export function typedIn(sent: SentForm): Typed {
  const typed: Typed = {}
  for (const question of site().questions) {
    const { name, kind } = question
    const text = sent.get(name)
    typed[name] = kind === 'many' ? sent.all(name) : kind === 'yes-no' ? (text ? text === 'Yes' : null) : text
    const other = otherOf(question)
    if (other) typed[other] = sent.get(other)
  }
  return typed
}

/** Null if the browser sends none. Text browsers send only a Referer. */
export function originOf({ origin, referer }: IncomingHttpHeaders): string | null {
  const named = origin ?? referer
  return named !== undefined && URL.canParse(named) ? new URL(named).origin : null
}

type OtherSite = {
  from: string | null
  isElsewhere: boolean
  /** The window that opened the page and gets a message with the outcome. */
  tells: string | null
  /** In place of our thank-you page. */
  thanks: string | null
}

type Known = { sender: string | null; host: string; publicUrl: string; embedOrigins: readonly string[] }

/** Only listed sites get a message or a redirect. */
export function otherSiteOf(sent: SentForm, { sender, host, publicUrl, embedOrigins }: Known): OtherSite {
  const isListed = (origin: string | null) => origin !== null && embedOrigins.includes(origin)
  const embed = sent.get('embed')
  if (sender !== null && !isListed(sender) && isOwnOrigin(sender, { host, publicUrl })) {
    if (embed !== 'frame') return { from: null, isElsewhere: false, tells: null, thanks: null }
    // The frame is our own page, so it gets the message. `site` names the site around it.
    const site = sent.get('site')
    return { from: isListed(site) ? site : null, isElsewhere: true, tells: sender, thanks: null }
  }
  if (!isListed(sender)) return { from: sender, isElsewhere: true, tells: null, thanks: null }
  const thanks = URL.parse(sent.get('thanks'))
  return {
    from: sender,
    isElsewhere: true,
    tells: embed ? sender : null,
    thanks: thanks && isListed(thanks.origin) && !thanks.username && !thanks.password ? thanks.href : null,
  }
}
