import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, minify } from 'vite'
import { brand } from '#site/brand.ts'
import { landing } from '#site/landing.ts'
import { paths } from '#shared/paths.ts'
import { escapeHtml } from './escape-html.ts'
import { hiddenHead, manifest, type Page, publicHead, robots, sitemap, themeColors } from './page-heads.ts'
import { paint } from './palette.ts'
import { captions } from './film/captions.ts'
import { scriptsEarly } from './page-scripts.ts'

type Pages = Record<'home' | 'invited' | 'contact' | 'unsubscribe' | 'notFound', Page>
type Prerender = { renderPage(path: string): Promise<string>; pages: Pages }

const WEB = 'dist/web'
const PAGES = 'dist/pages'
const PRERENDER = 'dist/prerender'
const COMPRESSIBLE = /\.(js|css|svg|ico|txt|json|vtt|webmanifest)$/
const NEEDS_JAVASCRIPT = {
  join: 'Joining the waitlist needs JavaScript. Please turn it on and load this page again.',
  write: `Sending the form needs JavaScript. You can write to ${brand.supportEmail} instead.`,
}

/*
 * Writes what the server hands out: dist/web, files as they are with their compressed twins, and dist/pages,
 * templates in which __PUBLIC_URL__ stands for the site's own origin.
 */
await build({ logLevel: 'warn' })
const { renderPage, pages } = await buildPrerender()
const template = (await readFile(join(WEB, 'index.html'), 'utf8')).replace('<!--theme-color-->', themeColors())
await rm(join(WEB, 'index.html'))

await mkdir(PAGES, { recursive: true })
const home = await renderPage(paths.home)
const { join: toJoin, write } = NEEDS_JAVASCRIPT
await writePage('home', { head: publicHead(pages.home, { path: paths.home }), body: home, noscript: toJoin })
// The same page with another preview, for referral links.
await writePage('invited', {
  head: publicHead(pages.invited, { image: 'share-invited.png' }),
  body: home,
  noscript: toJoin,
})
await writePage('contact', {
  head: publicHead(pages.contact, { path: paths.contact }),
  body: await renderPage(paths.contact),
  noscript: write,
})
// Drawn ahead, so that its button works without scripts too.
await writePage('unsubscribe', { head: hiddenHead(pages.unsubscribe), body: await renderPage(paths.unsubscribe) })
await writePage('not-found', { head: hiddenHead(pages.notFound), body: await renderPage('/no-such-page') })
// The pages behind the landing page depend on what the browser remembers; they begin empty.
await writePage('app', { head: hiddenHead({ title: brand.name }), body: '', noscript: toJoin })
await writeFile(join(PAGES, 'robots.txt'), robots())
await writeFile(join(PAGES, 'sitemap.xml'), sitemap([paths.home, paths.contact]))
await writeFile(join(WEB, 'manifest.webmanifest'), manifest())
await writeFile(join(WEB, 'film/captions.vtt'), captions(landing.film.words))
await minifyEarly()
for (const drawing of ['favicon.svg', 'film/poster.svg']) await paintFile(join(WEB, drawing))
await compressFiles(WEB)
await rm(PRERENDER, { recursive: true })

/** It is not part of the bundle, because it must not wait for it. */
async function minifyEarly() {
  const file = join(WEB, 'early.js')
  const { code } = await minify(file, await readFile(file, 'utf8'))
  await writeFile(file, code)
}

async function paintFile(file: string) {
  await writeFile(file, paint(await readFile(file, 'utf8')))
}

/** Node does not run TSX: the pages are drawn by a build of their own, which is thrown away afterwards. */
async function buildPrerender(): Promise<Prerender> {
  await build({ logLevel: 'warn', build: { ssr: 'src/web/prerender.tsx', outDir: PRERENDER, copyPublicDir: false } })
  return import(pathToFileURL(join(PRERENDER, 'prerender.js')).href)
}

type PageParts = { head: string; body: string; noscript?: string }

async function writePage(name: string, { head, body, noscript }: PageParts) {
  // A page that is drawn already is painted first and brought to life then.
  const shell = body ? scriptsEarly(template) : template
  const html = shell
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => body)
    .replace('<!--noscript-->', () => (noscript ? `<noscript><p>${escapeHtml(noscript)}</p></noscript>` : ''))
  await writeFile(join(PAGES, `${name}.html`), html)
}

async function compressFiles(folder: string) {
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!COMPRESSIBLE.test(entry)) continue
    const file = join(folder, entry)
    const content = await readFile(file)
    await writeFile(`${file}.br`, brotliCompressSync(content))
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
