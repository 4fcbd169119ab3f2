import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PrivacyFacts } from '#shared/site/privacy-sections.ts'
import type { ListState } from '#shared/owner/list-state.ts'
import { pageList, pagePaths } from '#shared/site/pages.ts'
import type { PageContent } from '#shared/pages/page-content.ts'
import { site, type Site, siteIn, underSite, underVersion } from '#shared/site/site.ts'
import { referralCodeIn } from '#shared/joining/referral-link.ts'
import { derived } from '../../base/derived.ts'
import { answerUnknown } from '../../http/answers.ts'
import {
  AN_HOUR,
  type Body,
  compressedBody,
  contentTypeOf,
  FOREVER,
  prepareBody,
  readFiles,
  sendBody,
} from '../../http/body.ts'
import { type Build, digestOf, type NumberedText, versionIn } from './build-output.ts'
import { type DrawnName, drawPage, hasStyles } from './draw-page.ts'
import { contentSecurityPolicy, withForms } from './page-policy.ts'
import { fetchedFile, type LogoFiles, logoPicture, SITE_FILES, siteFile } from './site-files.ts'

type PageSettings = {
  publicUrl: string
  measurementId?: string | undefined
  listState?: ListState
  facts: Omit<PrivacyFacts, 'analytics'>
  privacyText?: NumberedText | undefined
}

type PageOptions = {
  /** `web` holds files that are served as they are. */
  dist: string
  build: Build
  /** The same object until something in it changes. */
  settings: () => PageSettings
  readVersion?: (number: number) => Promise<Site | null>
  readLogo?: (hash: string) => Promise<LogoFiles | null>
  contents?: Contents | undefined
  isNamedCode?: ((code: string) => Promise<boolean>) | undefined
}

export type Shown = {
  content?: PageContent
  /** Of the address, which says what the page shows. */
  search?: string
  board?: Site['board']
  version?: number | undefined
  data?: object
  /** The page may send messages to the window that opened it, even one of another site. */
  keepsOpener?: boolean
  leadsTo?: string | undefined
}

type ShownTo = Shown | null | 'missing'

/** `usual`: for an unknown visitor. `of`: for this one; null means the usual content. */
export type Contents = Partial<
  Record<DrawnName, { usual?: PageContent; of?: (request: FastifyRequest) => ShownTo | Promise<ShownTo> }>
>

export type SendPage = (name: DrawnName, shown: Shown, reply: FastifyReply) => FastifyReply

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Addresses of pages contain referral codes, so other sites get the origin at most.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
}

/** Pages are drawn at the first request after a version or a setting is in force. */
export function pageRoutes(app: FastifyInstance, options: PageOptions): SendPage {
  const { dist, contents = {}, isNamedCode = async () => false } = options
  const pages = createPages(options)
  const sendKept = async (name: DrawnName, to: { request: FastifyRequest; reply: FastifyReply }) =>
    sendBody(await pages.bodyOf(name), to)

  for (const { name, path, hasParts } of pageList)
    for (const address of hasParts ? [path, `${path}/:section`, `${path}/:section/:page`] : [path])
      app.get(address, async (request, reply) => {
        const shown = await contents[name]?.of?.(request)
        if (shown === 'missing') return reply.callNotFound()
        if (shown) return pages.send(name, shown, reply)
        return sendKept(name === 'home' ? await landingOf(request.url) : name, { request, reply })
      })
  async function landingOf(url: string) {
    const code = codeOf(url)
    if (code === null) return 'home'
    return (await isNamedCode(code)) ? 'coded' : 'invited'
  }
  redirectForeignLinks(app)
  versionFileRoutes(app, options)
  const built = readFiles(join(dist, 'web'))
  for (const path of new Set([...built.keys(), ...SITE_FILES]))
    app.get(path, async (request, reply) => {
      const body = (SITE_FILES.includes(path) ? await pages.fileOf(path) : null) ?? built.get(path)
      return body ? sendBody(body, { request, reply }) : reply.callNotFound()
    })
  answerUnknown(app, () => pages.bodyOf('notFound'))
  return pages.send
}

/** Files of versions and logos never change. */
function versionFileRoutes(
  app: FastifyInstance,
  { build, readVersion = async () => null, readLogo = async () => null }: PageOptions,
) {
  const kept = new WeakMap<Site, Map<string, Promise<Body | null>>>()
  const logos = new Map<string, Promise<Body | null>>()
  app.get('/site/*', async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    const body = (await fileOfVersion(path)) ?? (await pictureOf(path))
    return body ? sendBody(body, { request, reply }) : reply.callNotFound()
  })

  async function fileOfVersion(path: string): Promise<Body | null> {
    const named = versionIn(path)
    const found = named && (named.number === site().version ? site() : await readVersion(named.number))
    if (!found) return null
    const version = siteIn(named!.language, found)
    const files = kept.get(version) ?? new Map<string, Promise<Body | null>>()
    kept.set(version, files)
    const content = files.has(path) ? null : underSite(version, () => fetchedFile(build, path))
    return keptIn(files, path, async () => (content ? bodyFor(path, content, FOREVER) : null))
  }

  async function pictureOf(path: string): Promise<Body | null> {
    const [, hash] = /^\/site\/(?:logo|picture|mail)-([\da-f]{32})(?:-2x)?\.(?:webp|jpg)$/.exec(path) ?? []
    if (!hash) return null
    return keptIn(logos, path, async () => {
      const files = await readLogo(hash)
      const picture = files && logoPicture(path, hash, files)
      return picture && bodyFor(path, picture, FOREVER)
    })
  }
}

function createPages({ build, settings, readLogo = async () => null, contents = {} }: PageOptions) {
  const ofLanguages = new Map<string, ReturnType<typeof factsOfSite>>()
  const known = () => {
    const { language } = site()
    const facts = ofLanguages.get(language) ?? factsOfSite()
    ofLanguages.set(language, facts)
    return facts()
  }
  const factsOfSite = () =>
    derived(
      () => [site(), settings()],
      (_site, settings) => {
        const { measurementId, publicUrl: origin, facts, privacyText, listState = 'open' } = settings
        const measures = Boolean(measurementId)
        const sections = site().privacySections({ ...facts, analytics: measures })
        // A text that was just published may have no number yet.
        const numbered = privacyText?.digest === digestOf(sections) ? privacyText : null
        const privacy = { sections, numbered }
        return {
          facts: { origin, measurementId, sendsMail: facts.services.includes('mail'), listState, privacy },
          headersOf: (name: DrawnName) => ({
            ...PAGE_HEADERS,
            'content-security-policy': contentSecurityPolicy({
              measures,
              ...(hasStyles(name) && { styles: build.styles }),
            }),
            'content-type': 'text/html; charset=utf-8',
          }),
          kept: new Map<string, Promise<Body | null>>(),
        }
      },
    )

  async function bodyOf(name: DrawnName): Promise<Body> {
    const { facts, headersOf, kept } = known()
    const draw = () => drawPage(build, name, { ...facts, content: contents[name]?.usual ?? null })
    return (await keptIn(kept, name, () => compressedBody(draw(), headersOf(name))))!
  }

  const send: SendPage = (name, { version, keepsOpener, leadsTo, ...shown }, reply) => {
    const { facts, headersOf } = known()
    const headers = headersOf(name)
    const page = underVersion(version, () => drawPage(build, name, { ...facts, ...shown }))
    reply.headers({ ...headers, 'cache-control': 'no-store' })
    if (keepsOpener) reply.header('cross-origin-opener-policy', 'unsafe-none')
    // Browsers check the form's target and also the redirect that answers the form.
    if (leadsTo) reply.header('content-security-policy', withForms(headers['content-security-policy'], leadsTo))
    return reply.send(page)
  }

  return {
    bodyOf,
    send,
    fileOf: (path: string) =>
      keptIn(known().kept, path, async () => {
        const shown = site()
        const { logo } = shown.look
        const files = logo && (await readLogo(logo.hash))
        const drawn = { origin: known().facts.origin, logo: files }
        const content = underSite(shown, () => siteFile(build, path, drawn))
        return content && bodyFor(path, content, AN_HOUR)
      }),
  }
}

/** Forgets a failure, so that the next request tries again. */
function keptIn<Key, Value>(kept: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key)
  if (known) return known
  const made = make()
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  return made
}

function bodyFor(path: string, content: string | Buffer, caching: Record<string, string>): Promise<Body> {
  const headers = { ...caching, 'content-type': contentTypeOf(path)! }
  if (!/\.(png|webp|ico)$/.test(path)) return compressedBody(content, headers)
  return Promise.resolve(prepareBody({ identity: Buffer.from(content), br: null, gzip: null }, headers))
}

/** /r/<code>, of other waitlist tools: an import keeps the codes of such links. */
function redirectForeignLinks(app: FastifyInstance) {
  app.get<{ Params: { '*': string } }>('/r/*', ({ url, params }, reply) => {
    const search = new URL(url, 'http://any.host').searchParams
    search.set('ref', params['*'].replace(/\/.*$/s, ''))
    return reply.redirect(`${pagePaths.home}?${search}`)
  })
}

function codeOf(url: string): string | null {
  return referralCodeIn(new URL(url, 'http://any.host').search)
}
