import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { EVENTS, TEST_EVENT } from '#shared/programs/webhooks.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'src/**/README.md'], { cwd: ROOT })
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('every link of every page leads to a file and a heading that exist', () => {
  const broken = [...PAGES, 'llms.txt'].flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, address = '']) => address)
      .filter((address) => !/^(https?|mailto):/.test(address) && !leadsSomewhere(address, page))
      .map((address) => `${page}: ${address}`),
  )

  expect(PAGES.length).toBeGreaterThan(30)
  expect(broken).toEqual([])
})

test('llms.txt names every page of docs', () => {
  const named = read('llms.txt')
  const guides = PAGES.filter((page) => /^docs\/[^/]+\.md$/.test(page))

  expect(guides.filter((page) => !named.includes(`(${page})`))).toEqual([])
})

test('every command of npm that a page names exists', () => {
  const scriptsOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))).scripts
  const scripts = { ...scriptsOf('.'), ...scriptsOf('clients/typescript') }
  const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!),
  )
  expect([...new Set(named)].filter((script) => !(script in scripts))).toEqual([])
})

test('the page about webhooks names every event', () => {
  const page = read('docs/other-programs.md')
  expect([...EVENTS, TEST_EVENT].filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})

test('every table is whole: a head, its line, and as many cells in each row', () => {
  const broken = PAGES.flatMap((page) => {
    const text = read(page).replaceAll(/^ *```[^]*?^ *```/gm, '')
    const outside = text.replaceAll(TABLE, '').match(/^.*(?:\|---|^\s*\|).*$/gm) ?? []
    const uneven = (text.match(TABLE) ?? []).filter((table) => new Set(table.trim().split('\n').map(cellsOf)).size > 1)
    return [...outside, ...uneven].map((lines) => `${page}: ${lines.slice(0, 80)}`)
  })

  expect(broken).toEqual([])
})

test('every file of code that a page names exists', () => {
  const files = globSync('{src,scripts,test,e2e,bench,clients}/**/*.{ts,tsx,mjs,css,sql}', { cwd: ROOT })
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`))
  const lost = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
    [...read(page).matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs|css|sql))`/g)]
      .filter(([, name]) => !isThere(name!))
      .map(([, name]) => `${page}: ${name}`),
  )

  expect(lost).toEqual([])
})

const TABLE = /^ *\|.*\n *\|(?: *-+ *\|)+\n(?: *\|.*\n?)*/gm

function cellsOf(row: string): number {
  return row.replaceAll(/\\\||`[^`]*`/g, '').split('|').length
}

function leadsSomewhere(address: string, from: string): boolean {
  const [path = '', fragment] = address.split('#')
  const file = path ? normalize(join(dirname(from), path)) : from
  if (!existsSync(join(ROOT, file))) return false
  return !fragment || headingsOf(read(file)).includes(fragment)
}

/** The ids of the headings by GitHub's rule. A heading that repeats gets a number. */
function headingsOf(markdown: string): string[] {
  const taken = new Map<string, number>()
  const text = markdown.replaceAll(/^```[^]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const id = plain.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    const times = taken.get(id) ?? 0
    taken.set(id, times + 1)
    return times === 0 ? id : `${id}-${times}`
  })
}
