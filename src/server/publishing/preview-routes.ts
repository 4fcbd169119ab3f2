import { createHash, randomBytes } from 'node:crypto'
import type { FastifyError } from 'fastify'
import type { PrivacyFacts } from '#shared/site/privacy-sections.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { dayAt } from '#shared/site/opening.ts'
import { paths } from '#shared/site/paths.ts'
import { type PreviewLink, type PreviewName, PreviewQuery, PREVIEWS } from '#shared/site/site-editing.ts'
import { site, type SiteDocument, siteOf, underSite } from '#shared/site/site.ts'
import type { PageContent } from '#shared/pages/page-content.ts'
import * as queries from './queries.ts'
import { html, type Html } from '../../emails/html.ts'
import { createCookies } from '../pages/cookies.ts'
import { readForms, sentIn } from '../pages/sent-form.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { completed } from './completed.ts'
import { requirePublishable } from './publish.ts'
import type { Build } from '../pages/rendering/build-output.ts'
import { drawPage } from '../pages/rendering/draw-page.ts'
import { brandRules, lookRules } from '../pages/rendering/palette.ts'
import { readFailure } from '../http/server.ts'
import type { App } from '../http/route.ts'

/** No script runs, no form can be sent, and only pages of this origin may read it. */
export const PREVIEW = {
  'content-security-policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'x-frame-options': 'SAMEORIGIN',
  'x-robots-tag': 'noindex',
}

/** For owners, and for everybody with a link, which works for a day. */
export async function drawDraft(ctx: Context, name: PreviewName): Promise<string> {
  const { document, former } = await readDocument(ctx)
  requirePublishable(document, former)
  if (!ctx.build) throw new AppError('unavailable')
  const { measurementId, timeZone } = ctx.config()
  const facts = { ...ctx.facts(), analytics: Boolean(measurementId) }
  return drawPreview(ctx.build, document, { name, origin: ctx.publicUrl(), facts, today: dayAt(ctx.now(), timeZone) })
}

/** `saved` is null without a draft. */
async function readDocument({ pool }: Context) {
  const draft = await queries.readDraft(pool)
  const former = await queries.readNewest(pool)
  return { document: completed(draft?.document ?? former), former, saved: draft?.saved_at ?? null }
}

export async function createPreviewLink({ pool, publicUrl, now }: Context): Promise<PreviewLink> {
  const token = randomBytes(24).toString('base64url')
  const endsAt = new Date(now().getTime() + DAY_MS)
  await queries.putPreviewLink(pool, { hash: hashOf(token), endsAt })
  return { link: `${publicUrl()}${paths.preview}#${token}`, ends_at: endsAt.toISOString() }
}

export async function openLink({ pool, now }: Context) {
  const link = await queries.readPreviewLink(pool)
  return link && link.endsAt > now() ? link : null
}

/** Null for a link that is revoked, replaced or over. */
async function endOf(ctx: Context, token: string): Promise<Date | null> {
  const link = await openLink(ctx)
  return link?.hash.equals(hashOf(token)) ? link.endsAt : null
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A frame shows whatever it gets. */
export function failInWords(app: App) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw error
    const failure = readFailure(error, request)
    const words = failure.code === 'site-invalid' ? UNREADY : failure.message
    return reply
      .code(failure.status)
      .headers(PREVIEW)
      .send(page(html`<header><p>${words}</p></header>`).markup)
  })
}

const UNREADY = 'This draft is being edited and can’t be shown right now. Try again in a moment.'

const COOKIE = 'firstchair_preview'

/** The token is in the fragment of the link, so no server sees it in a URL. */
export function previewRoutes(ctx: Context) {
  const cookies = createCookies({ isSecure: () => ctx.publicUrl().startsWith('https:') })
  void ctx.app.register(async (app: App) => {
    readForms(app)
    failInWords(app)

    app.get(paths.preview, { schema: { querystring: PreviewQuery } }, async (request, reply) => {
      const ends = await endOf(ctx, cookies.read(request, COOKIE))
      const { show } = request.query
      const content = ends ? framed(await readDocument(ctx), { show, ends }) : entrance()
      return reply.headers(AROUND).send(page(content).markup)
    })

    app.post(paths.preview, async (request, reply) => {
      const token = sentIn(request).get('token')
      const ends = await endOf(ctx, token)
      if (!ends) return reply.headers(AROUND).code(410).send(page(over()).markup)
      cookies.write(reply, COOKIE, { value: token, goodForMs: DAY_MS })
      return reply.redirect(paths.preview, 303)
    })

    app.get(paths.previewShown, { schema: { querystring: PreviewQuery } }, async (request, reply) => {
      if (!(await endOf(ctx, cookies.read(request, COOKIE)))) return reply.callNotFound()
      return reply.headers(PREVIEW).send(await drawDraft(ctx, request.query.show))
    })
  })
}

function framed(
  { document, saved }: Awaited<ReturnType<typeof readDocument>>,
  { show, ends }: { show: PreviewName; ends: Date },
): Html {
  const { name } = document.brand
  const what = saved
    ? html`<strong>Draft of ${name}</strong>, saved ${WHEN.format(saved)} UTC. Visitors don’t see it.`
    : html`<strong>${name}</strong>, as published. There is no draft right now.`
  return html`<header>
      <p>${what} Nothing you enter is sent. This link works until ${WHEN.format(ends)} UTC.</p>
      <nav aria-label="Pages">
        ${Object.entries(PREVIEWS).map(
          ([name, title]) =>
            html`<a href="${paths.preview}?show=${name}" ${name === show ? CURRENT : null}>${title}</a> `,
        )}
      </nav>
    </header>
    <iframe title="${PREVIEWS[show]}" src="${paths.previewShown}?show=${show}"></iframe>`
}

const CURRENT: Html = { markup: 'aria-current="page"' }
const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Its script posts the token from the fragment. */
function entrance(): Html {
  return html`<header>
    <form method="post" action="${paths.preview}" id="preview-entrance">
      <input type="hidden" name="token" />
      <p>Open the link you were sent to see the draft. Links work for a day and need JavaScript.</p>
    </form>
  </header>`
}

function over(): Html {
  return html`<header><p>This link has expired or was revoked. Ask for a new one.</p></header>`
}

const AROUND = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
}

function page(content: Html): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Preview of a draft</title>
        <link rel="stylesheet" href="/preview.css" />
        <script src="/preview.js" defer></script>
      </head>
      <body>
        ${content}
      </body>
    </html>`
}

/** `facts`: what the privacy page mentions. */
type Wanted = { name: PreviewName; origin: string; facts: PrivacyFacts; today: string }

function drawPreview(build: Build, document: SiteDocument, { name, origin, facts, today }: Wanted): string {
  return underSite(siteOf(document, 0, { today }), () => {
    const privacy = { sections: site().privacySections(facts), numbered: null }
    const content: PageContent | null = name === 'form' ? { kind: 'question', question: FIRST } : null
    return withoutScripts(
      drawPage(build, name, { origin, measurementId: undefined, sendsMail: true, listState: 'open', privacy, content }),
    )
  })
}

const FIRST = {
  step: 0,
  email: 'you@example.com',
  code: '',
  sealed: '',
  typed: {},
  faults: {},
  asked: null,
  isElsewhere: false,
}

/** Keeps the stylesheets for pages without scripts. */
function withoutScripts(html: string): string {
  return html
    .replace(
      /<link rel="stylesheet" href="[^"]+colors\.css" \/>/,
      () => `<style>${brandRules(site().colors)}${lookRules(site().look)}</style>`,
    )
    .replaceAll(/<noscript>((?:<link[^>]*>)+)<\/noscript>/g, '$1')
    .replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<div class="late".*?<\/div>/gs, '')
}
