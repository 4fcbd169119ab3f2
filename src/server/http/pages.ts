import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ERRORS, type ErrorResponse } from '#shared/errors.ts'
import { pageList } from '#shared/pages.ts'
import { pagePaths } from '#shared/page-paths.ts'
import type { PrivacyFacts } from '#site/privacy.ts'
import { referralCodeIn } from '#shared/referral-link.ts'
import { type Body, compressed, prepareBody, sendBody } from './body.ts'
import { limitLines } from '../limit-lines.ts'
import { contentSecurityPolicy } from './page-policy.ts'
import { privacyHtml } from './privacy-html.ts'

type PageOptions = {
  /** The folder of the build: `pages` holds templates, and `web` files that are served as they are. */
  dist: string
  /** The site's own origin, for the addresses in previews, the canonical link and the sitemap. */
  publicUrl: string
  /** The owner's Google Analytics id, if set. */
  measurementId?: string | undefined
  /** The other settings that the privacy page tells about. */
  facts: Omit<PrivacyFacts, 'analytics'>
}

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Addresses of pages contain referral codes, so other sites get the origin at most.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
}

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const AN_HOUR = { 'cache-control': 'public, max-age=3600' }
/** A scanner requests thousands of unknown paths. */
const LOGGED_PATHS_A_MINUTE = 20

/**
 * Serves the files of the build from memory, and answers every address that no other route knows. It reads, fills in
 * and compresses everything once, at the start.
 */
export function pageRoutes(app: FastifyInstance, { dist, publicUrl, measurementId, facts }: PageOptions) {
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': contentSecurityPolicy({ measures: Boolean(measurementId) }),
  }
  const measurement = measurementId ? `<meta name="ga-measurement-id" content="${measurementId}" />` : ''
  // Read by src/web/routes/place/ask-for-link.tsx.
  const mail = facts.services.includes('mail') ? '' : '<meta name="mail" content="none" />'
  const privacy = privacyHtml({ ...facts, analytics: Boolean(measurementId) })
  const template = (name: string) =>
    readFileSync(join(dist, 'pages', name), 'utf8')
      .replaceAll('__PUBLIC_URL__', publicUrl)
      .replace('<!--measurement-->', measurement + mail)
      .replace('<!--privacy-->', () => privacy)
  const page = (name: string) =>
    prepareBody(compressed(Buffer.from(template(`${name}.html`))), {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
    })
  const serve = (path: string, body: Body) => {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendBody(body, { request, reply }))
  }

  const invited = page('invited')
  for (const { name, path } of pageList) {
    const body = page(name)
    if (name !== 'home') serve(path, body)
    else
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        sendBody(isInvited(request.url) ? invited : body, { request, reply }),
      )
  }
  // The links of other waitlist tools, whose codes an import brings along.
  app.get<{ Params: { '*': string } }>('/r/*', { schema: { hide: true } }, ({ url, params }, reply) => {
    const search = new URL(url, 'http://any.host').searchParams
    search.set('ref', params['*'].replace(/\/.*$/s, ''))
    return reply.redirect(`${pagePaths.home}?${search}`)
  })
  for (const name of ['robots.txt', 'sitemap.xml']) serve(`/${name}`, fileBody(name, Buffer.from(template(name))))
  serveFiles(join(dist, 'web'), serve)
  answerUnknown(app, page('not-found'))
}

/** Whether the address is a referral link: the page and its preview show an invitation. */
function isInvited(url: string): boolean {
  return referralCodeIn(new URL(url, 'http://any.host').search) !== null
}

function fileBody(path: string, content: Buffer): Body {
  return prepareBody(compressed(content), { ...AN_HOUR, 'content-type': CONTENT_TYPES[extensionOf(path)]! })
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.'))
}

/** Each file at its own path. Compressed twins (`.br`, `.gz`) are sent in place of their file. */
function serveFiles(folder: string, serve: (path: string, body: Body) => void) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(files)
  const read = (file: string) => (known.has(file) ? readFileSync(file) : null)

  for (const file of files) {
    const type = CONTENT_TYPES[extensionOf(file)]
    if (!type) continue
    const path = file.slice(folder.length)
    const caching = path.startsWith('/assets/') ? FOREVER : AN_HOUR
    const encodings = { identity: readFileSync(file), br: read(`${file}.br`), gzip: read(`${file}.gz`) }
    serve(path, prepareBody(encodings, { ...caching, 'content-type': type }))
  }
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

const OWN_FOLDERS = new Set(['assets', ...Object.values(pagePaths).map((path) => path.split('/')[1]!)].filter(Boolean))

/** As much of a path as is surely ours: the rest may be an address that somebody typed, or a token. */
function loggable(path: string): string {
  const folder = path.split('/')[1]!
  return OWN_FOLDERS.has(folder) ? `/${folder}/…` : 'unknown'
}

/** A page for people; JSON for programs. */
function answerUnknown(app: FastifyInstance, notFoundPage: Body) {
  const { status, message } = ERRORS['not-found']
  const answer: ErrorResponse = { error: { code: 'not-found', message } }

  const lines = limitLines({
    most: LOGGED_PATHS_A_MINUTE,
    sumUp: (more) => app.log.warn({ more }, 'nothing at more paths'),
  })
  app.addHook('onClose', async () => lines.end())

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    reply.code(status)
    if (path.startsWith('/api/')) return reply.send(answer)
    const canonical = path.replace(/\/$/, '').toLowerCase()
    // The browser shows a page also if its path has other case or a trailing slash, but each page has one canonical
    // address.
    if (pageList.some(({ name, path }) => name !== 'home' && path === canonical))
      return reply.redirect(canonical + request.url.slice(path.length), 301)
    lines.write(() => request.log.warn({ path: loggable(canonical) }, 'nothing at this path'))
    return sendBody(notFoundPage, { request, reply })
  })
}
