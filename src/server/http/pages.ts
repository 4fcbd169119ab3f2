import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageList, type PageName } from '#shared/site/pages.ts'
import type { PrivacyFacts, PrivacySection } from '#site/privacy.ts'
import { type Body, compressed, prepareBody, sendBody } from './body.ts'
import { site, underVersion } from '#shared/site/site.ts'
import { AppError } from '../base/errors.ts'
import { derived } from '../base/derived.ts'
import { finish, finishGently } from '../base/finish-parts.ts'
import { contentSecurityPolicy, withForms } from './page-policy.ts'
import { digestOf, type NumberedText, privacyHtml } from './privacy-html.ts'
import { isInvited, redirectForeignLinks } from './referral-links.ts'
import { AN_HOUR, contentTypeOf, type Files, readFiles } from './static-files.ts'
import { answerUnknown } from './answer-unknown.ts'

/** The settings that the pages show. */
type PageSettings = {
  /** The site's own origin, for the addresses in previews, the canonical link and the sitemap. */
  publicUrl: string
  /** The owner's Google Analytics id, if set. */
  measurementId?: string | undefined
  /** The other settings that the privacy page describes. */
  facts: Omit<PrivacyFacts, 'analytics'>
  /** The numbered text of the privacy page. */
  privacyText?: NumberedText | undefined
}

type PageOptions = {
  /** The folder of the build: `pages` holds templates, and `web` files that are served as they are. */
  dist: string
  /** Returns the same object until something in it changes. */
  settings: () => PageSettings
  /** The site to show. Defaults to that of the build. */
  shown?: ShownSites | undefined
  /** The content of the pages that work without scripts. */
  plain?: PlainContents | undefined
}

/**
 * The page that answers a contact message of a visitor without scripts. The contact page itself has no place for the
 * answer.
 */
export const LETTER = 'letter'

type PlainPage = PageName | typeof LETTER

/** The content of a page for a browser without scripts: markup, and the visitor's data for the page's own scripts. */
export type PlainContent = {
  markup: string
  data?: string
  /** Whether the page may send messages to the window that opened it, even one of another site. */
  keepsOpener?: boolean
  /** The origin of another site that the answer to the page's form redirects to. */
  leadsTo?: string | undefined
}

/** `usual`: the content for an unknown visitor. `of`: the content for this visitor; null means the usual content. */
export type PlainContents = Partial<
  Record<
    PlainPage,
    { usual: () => string; of: (request: FastifyRequest) => PlainContent | null | Promise<PlainContent | null> }
  >
>

/** Sends the page with this content. */
export type SendPlain = (name: PlainPage, content: PlainContent, to: { reply: FastifyReply }) => FastifyReply

/** The version of the site that is shown, and the files of all versions that open pages may still request. */
export type ShownSites = {
  /** Returns the same object until another version is shown. */
  version: () => ShownSite
  fileOf: (path: string) => Body | undefined
  /**
   * Whether this server has the version that the other servers show. Until it does, its pages answer 503, so that a
   * proxy asks another server.
   */
  isLevel: () => boolean
  /** Registers a function that is called before another version is shown. The change waits for it. */
  beforeNext?: (prepare: (version: ShownSite) => Promise<void>) => void
}

/** `folder` has the templates in its subfolder `pages`. `files` replace the build's files at the same paths. */
export type ShownSite = { number: number; folder: string; files: Files }

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Addresses of pages contain referral codes, so other sites get the origin at most.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
}

/**
 * Serves the files of the build from memory, and answers all unknown paths. Fills in and compresses the pages at the
 * start, and again when the settings that they show change.
 */
export function pageRoutes(
  app: FastifyInstance,
  { dist, settings, shown = builtSite(dist), plain = {} }: PageOptions,
): SendPlain {
  const bodies = preparedFor({ settings, shown, plain })
  const pageOf = (name: string) => {
    if (!shown.isLevel()) throw new AppError('unavailable')
    return bodies().pages.get(name)!
  }
  const sendPlain: SendPlain = (name, content, { reply }) => {
    const { headers } = pageOf('form')
    return sendFilled(content, { page: bodies().plain.get(name)!, headers, reply })
  }
  const serve = (path: string, bodyOf: () => Body) => {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendBody(bodyOf(), { request, reply }))
  }

  for (const { name, path } of pageList) {
    const own = plain[name]
    if (own)
      app.get(path, { schema: { hide: true } }, async (request, reply) => {
        const content = await own.of(request)
        return content ? sendPlain(name, content, { reply }) : sendBody(pageOf(name), { request, reply })
      })
    else if (name !== 'home') serve(path, () => pageOf(name))
    else
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        sendBody(pageOf(isInvited(request.url) ? INVITED : name), { request, reply }),
      )
  }
  redirectForeignLinks(app)
  for (const name of FILES) serve(`/${name}`, () => bodies().files.get(name)!)
  for (const [path, body] of readFiles(join(dist, 'web'))) serve(path, () => shown.version().files.get(path) ?? body)
  app.get('/site/*', { schema: { hide: true } }, (request, reply) => {
    const body = shown.fileOf(request.url.replace(/[?#].*$/s, ''))
    return body ? sendBody(body, { request, reply }) : reply.callNotFound()
  })
  answerUnknown(app, () => pageOf(NOT_FOUND))
  return sendPlain
}

type Sources = Pick<PageOptions, 'settings'> & { shown: ShownSites; plain: PlainContents }

/** The prepared pages of the version and the settings that are shown. Prepares the next version before it is shown. */
function preparedFor({ settings, shown, plain }: Sources): () => Prepared {
  let next: { sources: [ShownSite, PageSettings]; prepared: Prepared } | undefined
  const bodies = derived(
    () => [shown.version(), settings()],
    (...sources) => {
      const isPrepared = next?.sources.every((source, index) => source === sources[index])
      return isPrepared ? next!.prepared : finish(prepareInParts(...sources, plain))
    },
  )
  bodies()
  shown.beforeNext?.(async (version) => {
    const sources: [ShownSite, PageSettings] = [version, settings()]
    next = { sources, prepared: await finishGently(prepareInParts(...sources, plain)) }
  })
  return bodies
}

type Filling = { page: string; headers: Record<string, string>; reply: FastifyReply }

/** Fills the content into the page, and sends it. */
function sendFilled({ markup, data, keepsOpener, leadsTo }: PlainContent, { page, headers, reply }: Filling) {
  const filled = page.replace(PLAIN, () => markup)
  const whole = data === undefined ? filled : filled.replace('<div id="root"', (root) => `${root} data-start="${data}"`)
  reply.headers({ ...headers, 'cache-control': 'no-store' })
  if (keepsOpener) reply.header('cross-origin-opener-policy', 'unsafe-none')
  // Browsers check the form's target and also the redirect that answers the form.
  if (leadsTo) reply.header('content-security-policy', withForms(headers['content-security-policy']!, leadsTo))
  return reply.send(whole)
}

/** The placeholder in a page for its content without scripts. */
export const PLAIN = '__PLAIN__'

const [INVITED, NOT_FOUND] = ['invited', 'not-found']

/** These are templates too, although they are not pages. */
const FILES = ['robots.txt', 'sitemap.xml']

/** The site as it was built. */
function builtSite(dist: string): ShownSites {
  const version = { number: 0, folder: dist, files: new Map() }
  return { version: () => version, fileOf: () => undefined, isLevel: () => true }
}

/** `plain`: the pages that work without scripts, as text with the placeholder `PLAIN`. */
type Prepared = { pages: Map<string, Body>; plain: Map<string, string>; files: Map<string, Body> }

/** Fills in and compresses every page. Yields after each page, because the work blocks the event loop. */
function* prepareInParts(
  { folder, number }: ShownSite,
  settings: PageSettings,
  plain: PlainContents,
): Generator<undefined, Prepared> {
  const { publicUrl, measurementId, facts, privacyText } = settings
  const { headers, privacy } = underVersion(number, () => ({
    headers: {
      ...PAGE_HEADERS,
      'content-security-policy': contentSecurityPolicy({ measures: Boolean(measurementId) }),
    },
    privacy: privacyOf(site().privacySections({ ...facts, analytics: Boolean(measurementId) }), privacyText),
  }))
  const measurement = measurementId ? `<meta name="ga-measurement-id" content="${measurementId}" />` : ''
  // Read by src/web/routes/place/ask-for-link.tsx.
  const mail = facts.services.includes('mail') ? '' : '<meta name="mail" content="none" />'
  const template = (name: string) =>
    readFileSync(join(folder, 'pages', name), 'utf8')
      .replaceAll('__PUBLIC_URL__', publicUrl)
      .replace('__SITE_VERSION__', String(number))
      .replace('<!--measurement-->', measurement + mail)
      .replace('<!--privacy-->', () => privacy)
  const prepared: Prepared = { pages: new Map(), plain: new Map(), files: new Map() }
  for (const name of [...pageList.map(({ name }) => name), INVITED, NOT_FOUND, ...(plain[LETTER] ? [LETTER] : [])]) {
    const page = template(`${name}.html`)
    const content = plain[name as PlainPage]
    if (content) prepared.plain.set(name, page)
    const whole = content ? page.replace(PLAIN, () => underVersion(number, content.usual)) : page
    const html = compressed(Buffer.from(whole))
    prepared.pages.set(name, prepareBody(html, { ...headers, 'content-type': 'text/html; charset=utf-8' }))
    yield
  }
  for (const name of FILES) prepared.files.set(name, fileBody(name, Buffer.from(template(name))))
  return prepared
}

/** A version of the site that is not shown yet may have a privacy text without a number. */
function privacyOf(sections: PrivacySection[], numbered: NumberedText | undefined): string {
  return privacyHtml(sections, numbered?.digest === digestOf(sections) ? numbered : null)
}

function fileBody(path: string, content: Buffer): Body {
  return prepareBody(compressed(content), { ...AN_HOUR, 'content-type': contentTypeOf(path)! })
}
