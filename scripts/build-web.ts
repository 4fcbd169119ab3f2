import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { brand } from '#site/brand.ts'
import { paths } from '#shared/paths.ts'

type Page = { title: string; description: string }
type Prerender = { renderPage(path: string): Promise<string>; pages: Record<'home' | 'notFound', Page> }

const WEB = 'dist/web'
const PAGES = 'dist/pages'
const COMPRESSIBLE = /\.(js|css|svg|txt|json)$/
const NEEDS_JAVASCRIPT = 'Joining the waitlist needs JavaScript. Please turn it on and load this page again.'

/*
 * Writes what the server hands out: dist/web, files as they are with their compressed twins, and dist/pages,
 * templates in which __PUBLIC_URL__ stands for the site's own origin.
 */
await build({ logLevel: 'warn' })
const { renderPage, pages } = await buildPrerender()
const template = await readFile(join(WEB, 'index.html'), 'utf8')
await rm(join(WEB, 'index.html'))

await mkdir(PAGES, { recursive: true })
await writePage('home', { head: publicHead(pages.home), body: await renderPage(paths.home), noscript: true })
await writePage('not-found', { head: hiddenHead(pages.notFound), body: await renderPage('/no-such-page') })
// The pages behind the landing page depend on what the browser remembers; they begin empty.
await writePage('app', { head: hiddenHead({ ...pages.home, title: brand.name }), body: '', noscript: true })
await compressFiles(WEB)

/** Node does not run TSX: the pages are drawn by a build of their own, which is thrown away afterwards. */
async function buildPrerender(): Promise<Prerender> {
  const outDir = 'dist/prerender'
  await build({ logLevel: 'warn', build: { ssr: 'src/web/prerender.tsx', outDir, copyPublicDir: false } })
  const prerender = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  await rm(outDir, { recursive: true })
  return prerender
}

type PageParts = { head: string; body: string; noscript?: boolean }

async function writePage(name: string, { head, body, noscript = false }: PageParts) {
  const html = template
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => body)
    .replace('<!--noscript-->', () => (noscript ? `<noscript><p>${NEEDS_JAVASCRIPT}</p></noscript>` : ''))
  await writeFile(join(PAGES, `${name}.html`), html)
}

function publicHead({ title, description }: Page): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="__PUBLIC_URL__/" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${escapeHtml(brand.name)}" />`,
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(description)}" />`,
    `<meta property="og:url" content="__PUBLIC_URL__/" />`,
    `<meta property="og:image" content="__PUBLIC_URL__/share.png" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
  ].join('\n    ')
}

function hiddenHead({ title }: Page): string {
  return `<title>${escapeHtml(title)}</title>\n    <meta name="robots" content="noindex" />`
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

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
