import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pageList } from '#shared/pages.ts'
import { paths } from '#shared/paths.ts'
import { site, sourceSite } from '#shared/site.ts'
import { loadPrerender, NEEDED, readDrawing, readNeeds, readTemplate } from './build-output.ts'
import { captions } from './captions.ts'
import { addressOf, dataBlock, partsForPages, pick } from './page-data.ts'
import { hiddenHead, manifest, publicHead, robots, sitemap, themeColors } from './page-heads.ts'
import { notices, wordsWithoutScripts, type WithoutScripts } from './page-notices.ts'
import { brandRules, paint } from './palette.ts'

const COMPRESSIBLE = /\.(css|svg|json|vtt|webmanifest)$/

/**
 * Writes what the site adds to the build: in `pages` the templates of all pages, in which the server fills in its
 * origin, and in `web` files with their compressed twins. Run it in a process of its own: it needs much memory for a
 * moment.
 */
export async function renderSite({ dist, out }: { dist: string; out: string }) {
  const needs = readNeeds(dist)
  const parts = partsForPages()
  const folder = addressOf(parts, needs)
  const { setSite, renderPage } = await loadPrerender(dist)
  setSite(parts)
  const hasOwnColors = site().look.color !== sourceSite.look.color
  const common = readTemplate(dist)
    .replace('<!--theme-color-->', themeColors())
    .replace('</head>', (end) => (hasOwnColors ? stylesheet(`${folder}/colors.css`) : '') + end)

  const page = ({ name, chunk = name, head, body, words, isPersonal }: Page) => {
    const { parts: names = [], styles = [] } = needs.pages[kebab(chunk)] ?? {}
    return (
      common
        .replace('<!--head-->', () => head)
        .replace('</head>', (end) => (isPersonal ? '' : styles.map((file) => stylesheet(`/${file}`)).join('')) + end)
        // src/web/main.tsx hydrates it, and replaces the words of the others.
        .replace('<div id="root">', (root) => (isPersonal ? root : '<div id="root" data-drawn>'))
        .replace('<!--app-->', () => body)
        .replace('<!--notices-->', () => notices(words))
        .replace('<!--site-->', () => dataBlock(pick(parts, [...needs.first, ...names]), folder))
    )
  }
  const files: Record<string, string> = {}
  for (const { name, path, isPersonal } of pageList) {
    const { title, description } = site().pages[name]
    const head = description === null ? hiddenHead({ title }) : publicHead({ title, description }, { path })
    const words = wordsWithoutScripts(name)
    if (isPersonal && !words?.title) throw new Error(`src/site/without-scripts.ts has no words for the page ${name}`)
    const body = await renderPage(path, isPersonal && words)
    files[`pages/${name}.html`] = page({ name, head, body, words, isPersonal })
  }
  // The landing page with a greeting and a different preview, for referral links.
  files['pages/invited.html'] = page({
    name: 'home',
    head: publicHead(site().invitationPreview, { image: 'share-invited.png' }),
    body: await renderPage(`${paths.home}?ref=any`),
    words: wordsWithoutScripts('home'),
  })
  files['pages/not-found.html'] = page({
    name: 'not-found',
    head: hiddenHead({ title: site().pages.notFound.title }),
    body: await renderPage('/no-such-page'),
  })
  const found = pageList.filter(({ name }) => site().pages[name].description !== null)
  files['pages/robots.txt'] = robots()
  files['pages/sitemap.xml'] = sitemap(found.map(({ path }) => path))
  files['web/manifest.webmanifest'] = manifest()
  files['web/film/captions.vtt'] = captions(site().landing.film.words)
  for (const name of NEEDED.drawings) files[`web/${name}`] = paint(readDrawing(dist, name), site().colors)
  for (const [name, { parts: names }] of Object.entries(needs.pages))
    files[`web${folder}/${name}.json`] = JSON.stringify(pick(parts, names))
  if (hasOwnColors) files[`web${folder}/colors.css`] = brandRules(site().colors)
  for (const [name, content] of Object.entries(files)) await write(join(out, name), content)
}

type Page = {
  name: string
  /** The page whose chunk it needs, if not its own. */
  chunk?: string
  head: string
  body: string
  words?: WithoutScripts | undefined
  isPersonal?: true | undefined
}

function stylesheet(href: string): string {
  return `<link rel="stylesheet" href="${href}" />`
}

/** `thankYou` is in a file named thank-you. */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

async function write(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  if (!COMPRESSIBLE.test(file)) return
  await writeFile(`${file}.br`, brotliCompressSync(content))
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }))
}
