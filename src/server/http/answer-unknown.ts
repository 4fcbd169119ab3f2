import type { FastifyInstance } from 'fastify'
import { ERRORS } from '#shared/values/errors.ts'
import { type ErrorResponse } from '#shared/values/error-schema.ts'
import { pageList, pagePaths } from '#shared/site/pages.ts'
import { type Body, sendBody } from './body.ts'
import { limitLines } from '../base/limit-lines.ts'

const LOGGED_PATHS_A_MINUTE = 20

const OWN_FOLDERS = new Set(['assets', ...Object.values(pagePaths).map((path) => path.split('/')[1]!)].filter(Boolean))

/** The rest may be an email address that somebody typed, or a token. */
function loggable(path: string): string {
  const folder = path.split('/')[1]!
  return OWN_FOLDERS.has(folder) ? `/${folder}/…` : 'unknown'
}

export function answerUnknown(app: FastifyInstance, notFoundPage: () => Promise<Body>) {
  const { status, message } = ERRORS['not-found']
  const answer: ErrorResponse = { error: { code: 'not-found', message } }

  const lines = limitLines({
    most: LOGGED_PATHS_A_MINUTE,
    sumUp: (more) => app.log.warn({ more }, 'nothing at more paths'),
  })
  app.addHook('onClose', async () => lines.end())

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    reply.code(status)
    if (path.startsWith('/api/')) return reply.send(answer)
    const canonical = path.replace(/\/$/, '').toLowerCase()
    if (pageList.some(({ name, path }) => name !== 'home' && path === canonical))
      return reply.redirect(canonical + request.url.slice(path.length), 301)
    lines.write(() => request.log.warn({ path: loggable(canonical) }, 'nothing at this path'))
    return sendBody(await notFoundPage(), { request, reply })
  })
}
