import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { hasOther, otherOf } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'

/**
 * The fields of a form as a browser sends it. If a field came several times, `get` returns the first value, and `all`
 * returns every value.
 */
export type SentForm = { get: (name: string) => string; all: (name: string) => string[] }

/** More than any form of ours has: 20 questions with 40 choices each. */
const MOST_FIELDS = 1_000

/**
 * Throws an AppError if there are too many fields. Turns each CRLF, the line break of forms, into LF, which counts as
 * one character.
 */
function readSentForm(body: string): SentForm {
  const fields = new URLSearchParams(body)
  if (fields.size > MOST_FIELDS) throw new AppError('invalid-input', { fields: { body: 'has too many fields' } })
  const all = (name: string) => fields.getAll(name).map((value) => value.replaceAll('\r\n', '\n'))
  return { all, get: (name) => all(name)[0] ?? '' }
}

/** A form that nobody has filled in. */
export const EMPTY_FORM = readSentForm('')

/** Makes the routes of this app accept forms, and no other bodies. */
export function readForms(app: App) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readSentForm(String(body)))
    } catch (error) {
      done(error as AppError)
    }
  })
}

/** The form in a request to a route with `readForms`; empty if there is no body. */
export function sentIn({ body }: FastifyRequest): SentForm {
  return (body as SentForm | undefined) ?? EMPTY_FORM
}

/**
 * The sent answers by question name, in the shape of a JSON request. An optional question without an answer is null,
 * because a correction keeps the answers that it does not name. The text beside Other is there if Other is chosen.
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
    else if (kind === 'many') answers[name] = chosen
    else if (kind === 'yes-no') {
      if (text) answers[name] = text === 'Yes'
    } else if (text || kind === 'text') answers[name] = text
  }
  return answers
}

/** The origin of the page that sent a form; null if the browser sends none. Text browsers send only a Referer. */
export function originOf({ origin, referer }: IncomingHttpHeaders): string | null {
  const named = origin ?? referer
  return named !== undefined && URL.canParse(named) ? new URL(named).origin : null
}
