import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, minify, type Rolldown } from 'vite'
import { site } from '#shared/site.ts'
import { pageList } from '#shared/pages.ts'
import { paths } from '#shared/paths.ts'
import { captions } from './film/captions.ts'
import { hiddenHead, manifest, publicHead, robots, sitemap, themeColors } from './page-heads.ts'
import { notices, wordsWithoutScripts, type WithoutScripts } from './page-notices.ts'
import { scriptsEarly } from './page-scripts.ts'
import { paint } from './palette.ts'

type Prerender = { renderPage(path: string, words?: object): Promise<string> }

const WEB = 'dist/web'
const PAGES = 'dist/pages'
const PRERENDER = 'dist/prerender'
const COMPRESSIBLE = /\.(js|css|svg|ico|txt|json|vtt|webmanifest)$/

/*
 * Writes the files that the server serves: dist/web, files with their compressed twins, and dist/pages, templates in
 * which __PUBLIC_URL__ stands for the site's own origin.
 */
const chunks = await buildChunks()
const { renderPage } = await buildPrerender()
const template = (await readFile(join(WEB, 'index.html'), 'utf8')).replace('<!--theme-color-->', themeColors())
await rm(join(WEB, 'index.html'))

await mkdir(PAGES, { recursive: true })
for (const { name, path, isPersonal } of pageList) {
  const { title, description } = site().pages[name]
  const head = description === null ? hiddenHead({ title }) : publicHead({ title, description }, { path })
  const words = wordsWithoutScripts(name)
  if (isPersonal && !words?.title) throw new Error(`src/site/without-scripts.ts has no words for the page ${name}`)
  await writePage(name, { head, body: await renderPage(path, isPersonal && words), words, isPersonal })
}
// The landing page with a greeting and a different preview, for referral links.
await writePage('invited', {
  head: publicHead(site().invitationPreview, { image: 'share-invited.png' }),
  body: await renderPage(`${paths.home}?ref=any`),
  words: wordsWithoutScripts('home'),
})
await writePage('not-found', {
  head: hiddenHead({ title: site().pages.notFound.title }),
  body: await renderPage('/no-such-page'),
})
await writeFile(join(PAGES, 'robots.txt'), robots())
await writeFile(
  join(PAGES, 'sitemap.xml'),
  sitemap(pageList.filter(({ name }) => site().pages[name].description !== null).map(({ path }) => path)),
)
await writeFile(join(WEB, 'manifest.webmanifest'), manifest())
await writeFile(join(WEB, 'film/captions.vtt'), captions(site().landing.film.words))
await minifyEarly()
for (const drawing of ['favicon.svg', 'film/poster.svg']) await paintFile(join(WEB, drawing))
await compressFiles(WEB)
await rm(PRERENDER, { recursive: true })

async function buildChunks(): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({ logLevel: 'warn' })) as Rolldown.RolldownOutput
  return output.filter((part) => part.type === 'chunk')
}

/** A prerendered page that waited for its own stylesheet until its script runs would move. */
function stylesOf(name: string): string {
  const chunk = chunks.find((one) => one.name === `${name}-page`)
  return [...(chunk?.viteMetadata?.importedCss ?? [])]
    .map((file) => `<link rel="stylesheet" href="/${file}" />`)
    .join('')
}

/**
 * This script is not part of the bundle, because it must not wait for the bundle. Its browsers may be of any age; the
 * shortest form of a string, a template, is too new for some.
 */
async function minifyEarly() {
  const file = join(WEB, 'early.js')
  const { code } = await minify(file, await readFile(file, 'utf8'), { compress: { target: 'es2015' }, codegen: false })
  await writeFile(file, code.replaceAll(/^\s+/gm, ''))
}

async function paintFile(file: string) {
  await writeFile(file, paint(await readFile(file, 'utf8')))
}

/** Node does not run TSX. A separate build makes the pages' code runnable, and is deleted afterwards. */
async function buildPrerender(): Promise<Prerender> {
  await build({ logLevel: 'warn', build: { ssr: 'src/web/prerender.tsx', outDir: PRERENDER, copyPublicDir: false } })
  return import(pathToFileURL(join(PRERENDER, 'prerender.js')).href)
}

type PageParts = { head: string; body: string; words?: WithoutScripts | undefined; isPersonal?: true | undefined }

async function writePage(name: string, { head, body, words, isPersonal }: PageParts) {
  const html = scriptsEarly(template)
    .replace('<!--head-->', () => head)
    // After the common stylesheet, which orders the layers.
    .replace('</head>', (end) => (isPersonal ? '' : stylesOf(name)) + end)
    // src/web/main.tsx hydrates it, and replaces the words of the others.
    .replace('<div id="root">', (root) => (isPersonal ? root : '<div id="root" data-drawn>'))
    .replace('<!--app-->', () => body)
    .replace('<!--notices-->', () => notices(words))
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
