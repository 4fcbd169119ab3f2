import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListState } from '#shared/owner/list-state.ts'
import { paths, referralLink } from '#shared/site/paths.ts'
import { site, siteIn, underSite } from '#shared/site/site.ts'
import { localPath } from '#shared/site/pages.ts'
import { direction, locale } from '#shared/values/language.ts'
import type { EmbedData, EmbedTexts } from '#shared/joining/embed.ts'
import { shareLinks } from '#shared/joining/share-links.ts'
import { derived } from '../base/derived.ts'
import { compressedBody, sendBody } from '../http/body.ts'
import type { Context } from '../context.ts'
import { type Build, partsForPages } from './rendering/build-output.ts'
import { toCss } from './rendering/palette.ts'
import type { App } from '../http/route.ts'
import { ROUTES } from '#shared/routes.ts'

type Drawn = Context & { dist: string; build: Build }

/** Browsers cache the script for five minutes, also after a change of the words or colours. */
const A_WHILE = { 'cache-control': 'public, max-age=300' }
/** Pages with `Cross-Origin-Embedder-Policy` load only files with this header. */
const FOR_OTHERS = { ...A_WHILE, 'cross-origin-resource-policy': 'cross-origin' }
const FIELDS = ['ref', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']
const LONGEST = 500

/** A script that draws an element, and the only page that other sites can frame. */
export function embedRoutes(app: App, { dist, build, publicUrl, config, countJoined, listState }: Drawn) {
  const script = readFileSync(join(dist, 'render/embed.js'), 'utf8')
  const styles = readFileSync(join(dist, 'render/embed.css'), 'utf8')
  const bodies = derived(
    () => [siteIn(site().languages[0]), publicUrl(), listState()],
    (_site, origin, state) => {
      const data = embedData(origin, state)
      // In one pass, because the data has the owner's words.
      const values: Record<string, unknown> = { __EMBED__: data, __COLORS__: embedColors() }
      const filled = script.replaceAll(/__(?:EMBED|COLORS)__/g, (name) => JSON.stringify(values[name]))
      return { data, script: file(filled, 'text/javascript'), styles: file(styles + embedColors(), 'text/css') }
    },
  )
  app.get(paths.embedScript, async (request, reply) => sendBody(await bodies().script, { request, reply }))
  app.get(paths.embedStyles, async (request, reply) => sendBody(await bodies().styles, { request, reply }))
  app.get(paths.embed, async ({ url, headers: { referer = '' } }, reply) => {
    const origins = config().embedOrigins
    const around = URL.parse(referer)?.origin
    const { searchParams } = new URL(url, 'http://any.host')
    const brought = FIELDS.flatMap((name): [string, string][] => {
      const value = searchParams.get(name)?.slice(0, LONGEST)
      return value ? [[name, value]] : []
    })
    const isListed = around !== undefined && origins.includes(around)
    const { act, languages } = bodies().data
    const { words, lines } = languages[site().language]!
    const frame = { words, lines, act, count: await countJoined(), site: isListed ? around : null, brought }
    build.setSite({ ...partsForPages(), version: site().version, listState: listState() })
    return reply.headers(headersOf(origins)).send(build.renderFrame(frame))
  })
}

function file(text: string, type: string) {
  return compressedBody(text, { ...FOR_OTHERS, 'content-type': `${type}; charset=utf-8` })
}

/** `'self'`: our own dashboard also frames the page. */
function headersOf(origins: readonly string[]): Record<string, string> {
  const ancestors = ["'self'", ...origins].join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors ${ancestors}`,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

export function embedData(origin: string, state: ListState): EmbedData {
  const { languages } = site()
  return {
    origin,
    count: ROUTES.count.path,
    share: { Twitter: shareLinks.twitter(''), Facebook: shareLinks.facebook('') },
    act: state === 'open' ? '' : state === 'paused' ? 'tell' : null,
    first: languages[0]!,
    languages: Object.fromEntries(
      languages.map((language) => [language, underSite(siteIn(language), () => textsOf(state))]),
    ),
  }
}

function textsOf(state: ListState): EmbedTexts {
  const { brand, checkInbox, embedded, landing, rest, signUp, thankYou } = site()
  return {
    locale: locale(),
    direction: direction(),
    join: localPath(paths.join),
    frame: localPath(paths.embed),
    referral: referralLink('', ''),
    words: {
      title: brand.name,
      email: signUp.label,
      button: state === 'paused' ? rest.paused.button : signUp.button,
      joined: landing.joined,
      opens: state === 'paused' ? rest.paused.consent : signUp.opens,
      privacy: embedded.privacy,
      privacyLink: localPath(paths.privacy),
      asked: checkInbox.textAlone,
      before: thankYou.before,
      after: thankYou.after,
      link: thankYou.sharing.link,
      copy: embedded.copy,
      copied: embedded.copied,
      failed: embedded.failed,
    },
    lines: state === 'open' ? [] : [rest[state].title, rest[state].text],
  }
}

/** Light, dark if the visitor prefers it, and a fixed theme by class. */
export function embedColors(): string {
  const { light, dark, onVelvet } = site().colors
  const of = ({ raised, ink, muted, line, edge, velvet, velvetDeep }: typeof light | typeof dark) =>
    toCss({
      '--raised': raised,
      '--ink': ink,
      '--muted': muted,
      '--line': line,
      '--edge': edge,
      '--velvet': velvet,
      '--deep': velvetDeep,
      '--on': onVelvet.ink,
    })
  return [
    `.card{${of(light)}color-scheme:light}`,
    `@media(prefers-color-scheme:dark){.card{${of(dark)}color-scheme:dark}}`,
    `.card.light{${of(light)}color-scheme:light}`,
    `.card.dark{${of(dark)}color-scheme:dark}`,
  ].join('')
}
