import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ERRORS, type ErrorResponse } from '#shared/errors.ts'
import { paths } from '#shared/paths.ts'
import { type Body, compressed, prepareBody, sendBody } from './body.ts'

type PageOptions = {
  /** The folder that the build wrote: `pages`, templates, and `web`, files as they are. */
  dist: string
  /** The site's own origin, for the addresses that search engines and networks are told. */
  publicUrl: string
}

/** Everything a page may load or do: its own files and nothing else. No script, style or frame from anywhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Addresses of pages hold codes; another site learns the origin at most.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' }
const AN_HOUR = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }
const LONGEST_LOGGED_PATH = 300

/**
 * Serves what the build wrote, from memory, and answers every address that nobody else knows. Everything is read,
 * filled in and compressed once, here.
 */
export function pageRoutes(app: FastifyInstance, { dist, publicUrl }: PageOptions) {
  const headers = publicUrl.startsWith('https:')
    ? { ...PAGE_HEADERS, 'strict-transport-security': 'max-age=31536000' }
    : PAGE_HEADERS
  const page = (name: string) => {
    const html = readFileSync(join(dist, 'pages', `${name}.html`), 'utf8').replaceAll('__PUBLIC_URL__', publicUrl)
    return prepareBody(compressed(Buffer.from(html)), { ...headers, 'content-type': 'text/html; charset=utf-8' })
  }
  const serve = (path: string, body: Body) => {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendBody(body, { request, reply }))
  }

  serve(paths.home, page('home'))
  const shell = page('app')
  serve(paths.form, shell)
  serve(paths.thankYou, shell)
  serveFiles(join(dist, 'web'), serve)
  answerUnknown(app, page('not-found'))
}

/** Each file at its own path. Compressed twins (`.br`, `.gz`) are sent in place of their file. */
function serveFiles(folder: string, serve: (path: string, body: Body) => void) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(files)
  const read = (file: string) => (known.has(file) ? readFileSync(file) : null)

  for (const file of files) {
    const type = CONTENT_TYPES[file.slice(file.lastIndexOf('.'))]
    if (!type) continue
    const path = file.slice(folder.length)
    const caching = path.startsWith('/assets/') ? FOREVER : AN_HOUR
    const encodings = { identity: readFileSync(file), br: read(`${file}.br`), gzip: read(`${file}.gz`) }
    serve(path, prepareBody(encodings, { ...caching, 'content-type': type }))
  }
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** A page for people, with its path in the log; JSON for programs. */
function answerUnknown(app: FastifyInstance, notFoundPage: Body) {
  const { status, message } = ERRORS['not-found']
  const answer: ErrorResponse = { error: { code: 'not-found', message } }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    reply.code(status)
    if (path.startsWith('/api/')) return reply.send(answer)
    request.log.warn({ path: path.slice(0, LONGEST_LOGGED_PATH) }, 'nothing at this path')
    return sendBody(notFoundPage, { request, reply })
  })
}
