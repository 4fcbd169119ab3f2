import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { site } from '#shared/site/site.ts'
import { renderMarkdown, relinkMarkdown } from './docs/markdown.ts'
import { GROUPS, ROOT, SOURCES } from './docs/pages.ts'
import { toPage } from './docs/template.ts'
import { paint } from '../src/server/rendering/palette.ts'
import { PALETTE } from './pages/palette.ts'

const FONTS = join(ROOT, 'src/web/styles')

if (import.meta.main) {
  const folder = join(ROOT, 'dist-docs')
  const { pages } = buildDocs(folder)
  console.log(`${pages} pages are in ${folder}.`)
}

/** Writes the documentation as static pages: each also as Markdown, with a search and an `llms.txt`. */
export function buildDocs(folder: string): { pages: number } {
  rmSync(folder, { recursive: true, force: true })
  const pictures = new Set<string>()
  const pages = SOURCES.map((source) => {
    const text = readFileSync(join(ROOT, source.file), 'utf8')
    return { source, text, page: renderMarkdown(text, { file: source.file, pictures }) }
  })
  const titles = new Map(pages.map(({ source, page }) => [source.file, page.title]))
  for (const { source, text, page } of pages) {
    write(`${source.name}.html`, toPage({ source, page, titles }))
    write(`${source.name}.md`, relinkMarkdown(text, source.file))
  }
  for (const picture of pictures) cpSync(join(ROOT, picture), join(folder, picture))
  write('search.json', JSON.stringify(toIndex(pages)))
  write('llms.txt', toLlms(titles))
  write('docs.css', [PALETTE, readFileSync(join(FONTS, 'fonts.css'), 'utf8'), read('docs/docs.css')].join('\n'))
  write('docs.js', read('docs/docs.js').replace(`from 'minisearch'`, `from './minisearch.js'`))
  cpSync(join(FONTS, 'fonts'), join(folder, 'fonts'), { recursive: true })
  cpSync(
    createRequire(import.meta.url)
      .resolve('minisearch')
      .replace('cjs/index.cjs', 'es/index.js'),
    join(folder, 'minisearch.js'),
  )
  write('favicon.svg', paint(readFileSync(join(ROOT, 'public/favicon.svg'), 'utf8'), site().colors))
  return { pages: pages.length }

  function write(name: string, content: string) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** An entry for each section, named by its address. */
function toIndex(pages: { source: { name: string }; page: ReturnType<typeof renderMarkdown> }[]): MiniSearch {
  const index = new MiniSearch({ fields: ['heading', 'title', 'text'], storeFields: ['heading', 'title'] })
  index.addAll(
    pages.flatMap(({ source, page }) =>
      page.sections.map(({ id, heading, text }) => ({
        id: `${source.name}.html#${id}`,
        heading,
        title: page.title,
        text,
      })),
    ),
  )
  return index
}

/** The llms.txt, a list of the pages for language models: https://llmstxt.org */
function toLlms(titles: Map<string, string>): string {
  const { brand } = site()
  const groups = GROUPS.map(
    ({ title, sources }) =>
      `## ${title}\n\n${sources.map(({ file, name }) => `- [${titles.get(file)}](${name}.md)`).join('\n')}\n`,
  )
  return `# ${brand.name}\n\n> ${brand.pitch}\n\n${groups.join('\n')}`
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
