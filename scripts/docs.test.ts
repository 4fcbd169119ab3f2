import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, expect, test } from 'vitest'
import { EVENTS, TEST_EVENT } from '#shared/programs/webhooks.ts'
import { buildDocs } from './docs.ts'
import { ROOT, SOURCES } from './docs/pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'firstchair-docs-'))
afterAll(() => rmSync(folder, { recursive: true }))
buildDocs(folder)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('every Markdown file of the project is a page, and the same text as Markdown', () => {
  const files = [...list('docs'), ...list('docs/decisions'), 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']
  expect(SOURCES.map(({ file }) => file).sort()).toEqual(files.sort())
  const textOf = (markdown: string) => markdown.replaceAll(/!?\[([^\]]*)\]\([^)\s]+\)/g, '$1')
  for (const { file, name } of SOURCES)
    expect(textOf(read(`${name}.md`))).toBe(textOf(readFileSync(join(ROOT, file), 'utf8')))
})

test('every link of every page leads to a page and a heading that exist', () => {
  const broken = SOURCES.flatMap(({ name }) =>
    [...read(`${name}.html`).matchAll(/(?:href|src)="([^"]*)"/g), ...read(`${name}.md`).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, address = '']) => address)
      .filter((address) => !/^(https?|mailto):/.test(address) && !leadsSomewhere(address, name))
      .map((address) => `${name}: ${address}`),
  )
  expect(broken).toEqual([])
})

test('the search finds the section, and programs find every page', () => {
  const index = MiniSearch.loadJSON(read('search.json'), {
    fields: ['heading', 'title', 'text'],
    storeFields: ['heading', 'title'],
  })
  const found = index.search('restore backup', { prefix: true, combineWith: 'AND' }).map(({ id }) => id)
  expect(found).toContainEqual(expect.stringMatching(/^operating\.html#/))
  for (const { name } of SOURCES) expect(read('llms.txt')).toContain(`(${name}.md)`)
})

test('every command of npm that a page names exists', () => {
  const scriptsOf = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).scripts
  const scripts = { ...scriptsOf('.'), ...scriptsOf('clients/typescript') }
  const named = SOURCES.filter(({ file }) => !/CHANGELOG|decisions/.test(file)).flatMap(({ file }) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!),
  )
  expect([...new Set(named)].filter((script) => !(script in scripts))).toEqual([])
})

test('the page about webhooks names every event', () => {
  const page = readFileSync(join(ROOT, 'docs/other-programs.md'), 'utf8')
  expect([...EVENTS, TEST_EVENT].filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})

function leadsSomewhere(address: string, from: string): boolean {
  const [path = '', fragment] = address.split('#')
  const file = path ? join(dirname(from), path) : `${from}.html`
  if (!existsSync(join(folder, file))) return false
  return !fragment || read(file.replace(/\.md$/, '.html')).includes(`id="${fragment}"`)
}

function list(of: string): string[] {
  return readdirSync(join(ROOT, of))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${of}/${name}`)
}
