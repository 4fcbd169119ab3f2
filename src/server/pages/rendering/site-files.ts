import { pageList } from '#shared/site/pages.ts'
import { Resvg } from '@resvg/resvg-js'
import { site, sourceSite } from '#shared/site/site.ts'
import { logoPath } from '#shared/site/drawings.ts'
import { mailPicturePath, picturePath } from '#shared/site/picture.ts'
import { addressOf, type Build, pick } from './build-output.ts'
import { brandRules, lookRules, paint } from './palette.ts'
import { escapeHtml, versionsOf } from './page-parts.ts'

export type LogoFiles = Record<string, Buffer>

export const SITE_FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/film/captions.vtt',
  '/film/poster.svg',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
]

type Drawn = { origin: string; logo: LogoFiles | null }

/** Null for an icon of a site without a logo: the build has it. */
export function siteFile(build: Build, path: string, { origin, logo }: Drawn): string | Buffer | null {
  if (path === '/robots.txt') return robots(origin)
  if (path === '/sitemap.xml') return sitemap(origin)
  if (path === '/manifest.webmanifest') return manifest()
  if (path === '/film/captions.vtt') return captions(site().landing.film.words)
  if (logo && path === '/favicon.svg') return logoIcon(logo['favicon-128.png']!)
  if (logo && path === '/favicon.ico') return ico(logo['favicon-32.png']!)
  if (!logo && hasOwnMark() && isIcon(path)) return markIcon(path)
  const drawing = build.drawings[path.slice(1)]
  return drawing === undefined ? (logo?.[path.slice(1)] ?? null) : paint(drawing, site().colors)
}

export function fetchedFile(build: Build, path: string): string | null {
  const [, name] = path.split(`${addressOf(build)}/`)
  if (name === 'colors.css') return brandRules(site().colors) + lookRules(site().look)
  const needs = name?.endsWith('.json') ? build.needs.pages[name.slice(0, -5)] : undefined
  return needs ? JSON.stringify(pick(needs.parts)) : null
}

export function logoPicture(path: string, hash: string, logo: LogoFiles): Buffer | null {
  if (path === picturePath(hash)) return logo['picture.webp'] ?? null
  if (path === mailPicturePath(hash)) return logo['mail.jpg'] ?? null
  if (path === logoPath(hash, 1)) return logo['header.webp'] ?? null
  return path === logoPath(hash, 2) ? (logo['header-2x.webp'] ?? null) : null
}

/** The icons of the build have the first mark and colour. */
function hasOwnMark(): boolean {
  const { queue, color } = site().look
  return queue !== sourceSite.look.queue || color !== sourceSite.look.color
}

const ICON_SIDES: Record<string, number> = {
  '/favicon.ico': 32,
  '/apple-touch-icon.png': 180,
  '/icon-192.png': 192,
  '/icon-512.png': 512,
}

function isIcon(path: string): boolean {
  return path === '/favicon.svg' || Object.hasOwn(ICON_SIDES, path)
}

function markIcon(path: string): string | Buffer {
  const { light, onVelvet } = site().colors
  const isTab = path.startsWith('/favicon')
  // Phones crop icons to a circle.
  const [corner, place] = isTab ? [9, 'translate(4 2)'] : [0, 'translate(9.6 8.3) scale(0.65)']
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none"><style>.fill-velvet{fill:${onVelvet.cream}}</style><rect width="40" height="40" rx="${corner}" fill="${light.velvet}"/><g transform="${place}" color="${onVelvet.ink}">${site().mark}</g></svg>`
  const side = ICON_SIDES[path]
  if (side === undefined) return svg
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: side } }).render().asPng()
  return path.endsWith('.ico') ? ico(png) : png
}

function robots(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
}

function sitemap(origin: string): string {
  const found = pageList.filter(({ name }) => site().pages[name].description !== null)
  const urls = found.flatMap(({ path }) => {
    const versions = versionsOf(path)
    const links = versions.map(
      ({ language, path }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${path}"/>`,
    )
    const addresses = new Set([path, ...versions.map((version) => version.path)])
    return [...addresses].map((address) => `  <url><loc>${origin}${address}</loc>${links.join('')}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${urls.length > found.length ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>
${urls.join('\n')}
</urlset>
`
}

function manifest(): string {
  return JSON.stringify({
    name: site().titles.app,
    short_name: site().brand.name,
    description: site().brand.pitch,
    start_url: '/',
    display: 'minimal-ui',
    background_color: site().colors.light.paper,
    theme_color: site().colors.light.paper,
    icons: [
      // First, because the page has already loaded it.
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

function logoIcon(tab: Buffer): string {
  const data = `data:image/png;base64,${tab.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><image width="128" height="128" href="${data}"/></svg>`
}

/** With one PNG of 32 × 32 pixels. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one picture
  head.set([32, 32], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

type Words = { from: number; to: number; text: string }

export function captions(words: readonly Words[]): string {
  const cues = words.map(({ from, to, text }) => `${timestamp(from)} --> ${timestamp(to)}\n${escapeHtml(text)}\n`)
  return `WEBVTT\n\n${cues.join('\n')}`
}

function timestamp(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(11, 23)
}
