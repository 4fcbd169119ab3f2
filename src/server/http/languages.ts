import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '#shared/values/language.ts'
import { localPath } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { askedLanguage, inLanguage } from '../base/language.ts'

const PREFIX = new RegExp(`^/(${Object.keys(LANGUAGES).join('|')})(?=[/?#]|$)/?`)
/** The owner's pages and programs have one language. */
const WITHOUT = /^\/(?:admin|api\/admin|api\/v1|assets|site)(?:[/?#]|$)/

const languageOf = new WeakMap<IncomingMessage, string | undefined>()

/** `/de/form` is `/form` in German: the language of a page comes from its address alone. */
export function withoutLanguage(raw: IncomingMessage, url: string): string {
  const [prefix, language] = PREFIX.exec(url) ?? []
  if (prefix === undefined) return url
  // A redirect to `//host` or `/\\host` would leave the site.
  const rest = `/${url.slice(prefix.length).replace(/^[/\\]+/, '')}`
  if (WITHOUT.test(rest)) return url
  languageOf.set(raw, language)
  return rest
}

export function followLanguages(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, method, url }, reply, done) => {
    const language = languageOf.get(raw) ?? askedLanguage()
    const isOn = language !== undefined && site().languages.indexOf(language) > 0
    languageOf.set(raw, isOn ? language : undefined)
    // A language that was switched off, or the first one with a prefix.
    if (language !== undefined && !isOn && method === 'GET') return void reply.redirect(url)
    inLanguage(isOn ? language : undefined, done)
  })
  // A body arrives outside of what the first hook runs.
  app.addHook('preValidation', ({ raw }, _reply, done) => inLanguage(languageOf.get(raw), done))
  app.addHook('onSend', (_request, reply, payload, done) => {
    const location = askedLanguage() === undefined ? undefined : reply.getHeader('location')
    if (typeof location === 'string' && /^\/(?!\/)/.test(location)) reply.header('location', localPath(location))
    done(null, payload)
  })
}
