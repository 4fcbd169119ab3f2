import type pg from 'pg'
import type { PrivacyFacts } from '#site/privacy.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { paths } from '#shared/site/paths.ts'
import { type PreviewLink, type PreviewName, PreviewQuery, PREVIEWS } from '#shared/site/site-editing.ts'
import { type Html, html } from '../../emails/html.ts'
import { ensureSecret } from '../db/secrets.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import { createCookies } from '../plain/cookies.ts'
import { readForms, sentIn } from '../plain/sent-form.ts'
import { openWith, sealingKey, sealWith } from '../base/sealing.ts'
import { completed } from './completed.ts'
import { requirePublishable } from './publish.ts'
import * as queries from './queries.ts'
import type { Sites } from './sites.ts'

type Dependencies = {
  pool: pg.Pool
  sites: Pick<Sites, 'preview'>
  publicUrl: () => string
  facts: () => PrivacyFacts
  now: () => Date
}

/**
 * The headers of a preview: no script runs, no form can be sent, and only pages of this origin, such as the dashboard,
 * may read it.
 */
export const PREVIEW = {
  'content-security-policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'x-robots-tag': 'noindex',
}

export type Previews = {
  /** Throws an AppError with the problems while the draft cannot be published. */
  draw: (show: PreviewName) => Promise<string>
  link: () => PreviewLink
}

/** Shows the draft as visitors would see it, to its owners and to everybody with a link, which works for a day. */
export async function createPreviews({ pool, sites, publicUrl, facts, now }: Dependencies) {
  const key = sealingKey(await ensureSecret(pool, 'start_key'), 'previews')

  /** Reads the draft, or the newest published version if there is no draft; `saved` is null then. */
  async function read() {
    const draft = await queries.readDraft(pool)
    const former = await queries.readNewest(pool)
    return { document: completed(draft?.document ?? former), former, saved: draft?.saved_at ?? null }
  }

  return {
    read,
    async draw(show: PreviewName): Promise<string> {
      const { document, former } = await read()
      requirePublishable(document, former)
      return sites.preview(document, { name: show, origin: publicUrl(), facts: facts() })
    },
    link(): PreviewLink {
      const ends = new Date(now().getTime() + DAY_MS).toISOString()
      return { link: `${publicUrl()}${paths.preview}#${sealWith(key, ends, 'preview')}`, ends_at: ends }
    },
    /** When the link with this token ends; null for an invalid or expired token. */
    endOf(token: string): Date | null {
      const ends = openWith([key], token, 'preview')
      return ends !== null && new Date(ends) > now() ? new Date(ends) : null
    },
  }
}

type OpenPreviews = Awaited<ReturnType<typeof createPreviews>>

const COOKIE = 'firstchair_preview'
const hidden = { schema: { hide: true } }

/**
 * The pages behind a link to the draft. The token is in the fragment of the link (after `#`), so no server sees it in a
 * URL.
 */
export function previewRoutes(app: App, { previews, publicUrl }: { previews: OpenPreviews; publicUrl: () => string }) {
  const cookies = createCookies({ isSecure: () => publicUrl().startsWith('https:') })
  void app.register(async (app: App) => {
    readForms(app)

    app.get(paths.preview, { schema: { querystring: PreviewQuery, hide: true } }, async (request, reply) => {
      const ends = previews.endOf(cookies.read(request, COOKIE))
      const { show } = request.query
      const content = ends ? framed(await previews.read(), { show, ends }) : entrance()
      return reply.headers(AROUND).send(page(content).markup)
    })

    app.post(paths.preview, hidden, async (request, reply) => {
      const token = sentIn(request).get('token')
      const ends = previews.endOf(token)
      if (!ends) return reply.headers(AROUND).code(410).send(page(over()).markup)
      cookies.write(reply, COOKIE, { value: token, goodForMs: DAY_MS })
      return reply.redirect(paths.preview, 303)
    })

    app.get(paths.previewShown, { schema: { querystring: PreviewQuery, hide: true } }, async (request, reply) => {
      if (!previews.endOf(cookies.read(request, COOKIE))) return reply.callNotFound()
      const drawn = await previews.draw(request.query.show).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'site-invalid') return null
        throw error
      })
      reply.headers(PREVIEW)
      return drawn === null ? reply.code(409).send(page(unready()).markup) : reply.send(drawn)
    })
  })
}

const MAIL = /^Mail: (.)/

/** The page around the draft: a line about the draft, the links to all pages and mails, and a choice of widths. */
function framed(
  { document, saved }: Awaited<ReturnType<OpenPreviews['read']>>,
  { show, ends }: { show: PreviewName; ends: Date },
): Html {
  const { name } = document.brand
  const what = saved
    ? html`<strong>A draft of ${name}</strong>, saved on ${WHEN.format(saved)} UTC. Visitors do not see it.`
    : html`<strong>${name}</strong>, as visitors see it: nobody has changed anything since it was published.`
  return html`<header>
      <p>${what} Nothing here can be sent. This link works until ${WHEN.format(ends)} UTC.</p>
      ${links('Pages', show, (title) => !MAIL.test(title))} ${links('Mails', show, (title) => MAIL.test(title))}
      <fieldset>
        <legend>Width</legend>
        ${WIDTHS.map(
          ([id, title], index) =>
            html`<label
              ><input type="radio" name="width" id="${id}" ${index === 0 ? CHECKED : null} /> ${title}</label
            > `,
        )}
      </fieldset>
    </header>
    <iframe title="${PREVIEWS[show]}" src="${paths.previewShown}?show=${show}"></iframe>`
}

function links(label: string, show: PreviewName, isShown: (title: string) => boolean): Html {
  const shown = Object.entries(PREVIEWS).filter(([, title]) => isShown(title))
  return html`<nav aria-label="${label}">
    <span>${label}</span>
    ${shown.map(
      ([name, title]) =>
        html`<a href="${paths.preview}?show=${name}" ${name === show ? CURRENT : null}
          >${title.replace(MAIL, (_mail, first: string) => first.toUpperCase())}</a
        > `,
    )}
  </nav>`
}

const WIDTHS: [id: string, title: string][] = [
  ['computer', 'Computer'],
  ['tablet', 'Tablet'],
  ['phone', 'Phone'],
]
const CURRENT: Html = { markup: 'aria-current="page"' }
const CHECKED: Html = { markup: 'checked' }
const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The page that a link opens. Its script posts the token from the fragment. */
function entrance(): Html {
  return html`<header>
    <form method="post" action="${paths.preview}" id="preview-entrance">
      <input type="hidden" name="token" />
      <p>This page shows a draft to people who have its link. Links work for a day, and need JavaScript to open.</p>
    </form>
  </header>`
}

/** Shown instead of a page while the draft has problems. */
function unready(): Html {
  return html`<header>
    <p>The draft cannot be shown right now: its owner is changing it. Try again in a moment.</p>
  </header>`
}

function over(): Html {
  return html`<header><p>This link has expired. Ask for a new one: links to a draft work for a day.</p></header>`
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
    <html lang="en">
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
