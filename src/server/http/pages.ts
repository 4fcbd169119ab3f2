import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ERRORS, type ErrorResponse } from '#shared/errors.ts'
import { pageList } from '#shared/pages.ts'
import { pagePaths } from '#shared/page-paths.ts'
import type { PrivacyFacts } from '#site/privacy.ts'
import { referralCodeIn } from '#shared/referral-link.ts'
import { type Body, compressed, prepareBody, sendBody } from './body.ts'
import { derived } from '../derived.ts'
import { limitLines } from '../limit-lines.ts'
import { contentSecurityPolicy } from './page-policy.ts'
import { privacyHtml } from './privacy-html.ts'

/** What the pages show of the settings. */
export type PageSettings = {
  /** The site's own origin, for the addresses in previews, the canonical link and the sitemap. */
  publicUrl: string
  /** The owner's Google Analytics id, if set. */
  measurementId?: string | undefined
  /** The other settings that the privacy page tells about. */
  facts: Omit<PrivacyFacts, 'analytics'>
}

type PageOptions = {
  /** The folder of the build: `pages` holds templates, and `web` files that are served as they are. */
  dist: string
  /** The same object until something in it changes. */
  settings: () => PageSettings
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
 * Serves the files of the build from memory, and answers every address that no other route knows. It fills in and
 * compresses the pages at the start, and again when the settings change that they show.
 */
export function pageRoutes(app: FastifyInstance, { dist, settings }: PageOptions) {
  const bodies = derived(
    () => [settings()],
    (current) => prepareBodies(dist, current),
  )
  bodies()
  const serve = (path: string, bodyOf: () => Body) => {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendBody(bodyOf(), { request, reply }))
  }

  for (const { name, path } of pageList) {
    if (name !== 'home') serve(path, () => bodies().pages.get(name)!)
    else
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        sendBody(bodies().pages.get(isInvited(request.url) ? INVITED : name)!, { request, reply }),
      )
  }
  // The links of other waitlist tools, whose codes an import brings along.
  app.get<{ Params: { '*': string } }>('/r/*', { schema: { hide: true } }, ({ url, params }, reply) => {
    const search = new URL(url, 'http://any.host').searchParams
    search.set('ref', params['*'].replace(/\/.*$/s, ''))
    return reply.redirect(`${pagePaths.home}?${search}`)
  })
  for (const name of FILES) serve(`/${name}`, () => bodies().files.get(name)!)
  serveFiles(join(dist, 'web'), (path, body) => serve(path, () => body))
  answerUnknown(app, () => bodies().pages.get(NOT_FOUND)!)
}

const [INVITED, NOT_FOUND] = ['invited', 'not-found']
/** Templates too, although they are no pages. */
const FILES = ['robots.txt', 'sitemap.xml']

/** Fills in and compresses every page. */
function prepareBodies(dist: string, { publicUrl, measurementId, facts }: PageSettings) {
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
  const names = [...pageList.map(({ name }) => name), INVITED, NOT_FOUND]
  return {
    pages: new Map(names.map((name): [string, Body] => [name, page(name)])),
    files: new Map(FILES.map((name) => [name, fileBody(name, Buffer.from(template(name)))])),
  }
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
function answerUnknown(app: FastifyInstance, notFoundPage: () => Body) {
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
    return sendBody(notFoundPage(), { request, reply })
  })
}
