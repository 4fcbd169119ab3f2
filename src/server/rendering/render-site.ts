import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pageList } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import type { SiteParts } from '#shared/site/site-in-pages.ts'
import { site, sourceSite } from '#shared/site/site.ts'
import { loadPrerender, NEEDED, type PageNeeds, readDrawing, readNeeds, readTemplate } from './build-output.ts'
import { captions } from './captions.ts'
import { logoFiles } from './logo-files.ts'
import { addressOf, dataBlock, partsForPages, pick } from './page-data.ts'
import { hiddenHead, manifest, publicHead, robots, sitemap, themeColors } from './page-heads.ts'
import { lateNotice, notices, wordsWithoutScripts, type WithoutScripts } from './page-notices.ts'
import { brandRules, paint } from './palette.ts'

const COMPRESSIBLE = /\.(css|svg|json|vtt|webmanifest)$/

type RenderOptions = {
  dist: string
  out: string
  /** The drawings of the site's logo by the names of their files, as base64. */
  logo?: Record<string, string> | null
}

/**
 * Writes the files that the site adds to the build. `pages` gets the templates of all pages, in which the server fills
 * in its origin. `web` gets files with compressed copies. Run this in its own process: it needs much memory for a
 * moment.
 */
export async function renderSite({ dist, out, logo = null }: RenderOptions) {
  const needs = readNeeds(dist)
  const parts = partsForPages()
  const folder = addressOf(parts, needs)
  const { setSite, renderPage } = await loadPrerender(dist)
  setSite(parts)
  const hasOwnColors = site().look.color !== sourceSite.look.color
  const common = readTemplate(dist)
    .replace('<!--theme-color-->', themeColors())
    .replace('</head>', (end) => (hasOwnColors ? stylesheet(`${folder}/colors.css`) : '') + end)
  const pages = [...(await drawListed(renderPage, hasOwnColors)), ...(await drawOthers(renderPage))]
  const files: Record<string, string | Buffer> = {}
  for (const page of pages) files[`pages/${page.file}.html`] = fillTemplate(page, { common, needs, parts, folder })
  const found = pageList.filter(({ name }) => site().pages[name].description !== null)
  files['pages/robots.txt'] = robots()
  files['pages/sitemap.xml'] = sitemap(found.map(({ path }) => path))
  files['web/manifest.webmanifest'] = manifest()
  files['web/film/captions.vtt'] = captions(site().landing.film.words)
  for (const name of NEEDED.drawings) files[`web/${name}`] = paint(readDrawing(dist, name), site().colors)
  for (const [name, { parts: names }] of Object.entries(needs.pages))
    files[`web${folder}/${name}.json`] = JSON.stringify(pick(parts, names))
  if (hasOwnColors) files[`web${folder}/colors.css`] = brandRules(site().colors)
  if (logo) Object.assign(files, logoFiles(logo, site().look.logo!.hash))
  for (const [name, content] of Object.entries(files)) await write(join(out, name), content)
}

type RenderPage = Awaited<ReturnType<typeof loadPrerender>>['renderPage']

type Page = {
  /** The name of the file, without the extension. */
  file: string
  /** The name of the page whose chunk this page needs. */
  chunk: string
  head: string
  body: string
  words?: WithoutScripts | undefined
  isPersonal?: true | undefined
  isPlain?: true | undefined
}

/** Draws the pages of `pageList`. */
async function drawListed(renderPage: RenderPage, hasOwnColors: boolean): Promise<Page[]> {
  const ticket = showsSource(hasOwnColors) ? {} : { image: paths.ownTicket, alt: site().brand.name }
  const pages: Page[] = []
  for (const { name, path, isPersonal, isPlain } of pageList) {
    const { title, description } = site().pages[name]
    const head = description === null ? hiddenHead({ title }) : publicHead({ title, description }, { path, ...ticket })
    const words = wordsWithoutScripts(name)
    if (isPersonal && !words?.title) throw new Error(`src/site/without-scripts.ts has no words for the page ${name}`)
    const body = await renderPage(path, isPersonal && { ...words, isPlain })
    pages.push({ file: name, chunk: name, head, body, words, isPersonal, isPlain })
  }
  return pages
}

/** Whether the preview picture of the build fits this site: it shows the name, headline and colours of src/site. */
function showsSource(hasOwnColors: boolean): boolean {
  const shown = ({ brand, landing }: typeof sourceSite) =>
    JSON.stringify([brand.name, landing.headline, landing.trades[0]])
  return !hasOwnColors && shown(site()) === shown(sourceSite)
}

/** Draws the pages that are not in `pageList`. */
async function drawOthers(renderPage: RenderPage): Promise<Page[]> {
  const { contact, invitation, invitationPreview, pages } = site()
  return [
    // The landing page with a greeting and a different preview, for referral links.
    {
      file: 'invited',
      chunk: 'home',
      head: publicHead(invitationPreview, { image: paths.invitationTicket, alt: invitation.title }),
      body: await renderPage(`${paths.home}?ref=any`),
      words: wordsWithoutScripts('home'),
      isPlain: true,
    },
    {
      file: 'not-found',
      chunk: 'not-found',
      head: hiddenHead({ title: pages.notFound.title }),
      body: await renderPage('/no-such-page'),
    },
    // Answers a contact message from a browser without scripts: the contact page has no slot for an answer.
    {
      file: 'letter',
      chunk: 'contact',
      head: hiddenHead({ title: contact.title }),
      body: await renderPage(paths.contact, { title: contact.form, text: contact.lead, isPlain: true }),
      isPersonal: true,
      isPlain: true,
    },
  ]
}

type Build = { common: string; needs: PageNeeds; parts: SiteParts; folder: string }

/** `common`: the template of all pages. `folder`: the address of the site's files. */
function fillTemplate(page: Page, { common, needs, parts, folder }: Build): string {
  const { chunk, head, body, words, isPersonal, isPlain } = page
  const { parts: names = [], styles = [] } = needs.pages[kebab(chunk)] ?? {}
  return (
    common
      .replace('<!--head-->', () => head + (isPersonal && isPlain ? PLAIN_STYLES : ''))
      .replace('</head>', (end) => (isPersonal ? '' : styles.map((file) => stylesheet(`/${file}`)).join('')) + end)
      // src/web/main.tsx hydrates pages with `data-drawn`, and replaces the content of the others.
      .replace('<div id="root">', (root) => (isPersonal ? root : '<div id="root" data-drawn>'))
      .replace('<!--app-->', () => body)
      .replace('<!--notices-->', () => notices(words, isPlain))
      .replace('<!--late-->', () => lateNotice(words))
      .replace('<!--site-->', () => dataBlock(pick(parts, [...needs.first, ...names]), folder))
  )
}

function stylesheet(href: string): string {
  return `<link rel="stylesheet" href="${href}" />`
}

const PLAIN_STYLES = '<noscript><link rel="stylesheet" href="/plain.css" /></noscript>'

/** `thankYou` is in a file named thank-you. */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

async function write(file: string, content: string | Buffer) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  if (!COMPRESSIBLE.test(file)) return
  await writeFile(`${file}.br`, brotliCompressSync(content))
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }))
}
