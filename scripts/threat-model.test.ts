import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FATES } from '../src/server/tokens/fates.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('every test that the threat model names exists', () => {
  const named = [...read('docs/threat-model.md').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file!)

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('every threat names its test', () => {
  const sections = read('docs/threat-model.md').split(/^## /m)
  const threats = sections.filter((section) => section.includes('| threat |')).join('')
  const rows = threats.match(/^\| (?!threat).*\|$/gm)!

  for (const row of rows) expect.soft(row).toMatch(/\.test\.ts`|`npm run test:/)
})

test('the threat model has the table by which the server ends tokens', () => {
  const section = read('docs/threat-model.md')
    .split(/^## /m)
    .find((one) => one.startsWith('Links and'))
  const [head, , ...rows] = section!.match(/^\|.*\|$/gm)!.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  const purposes = head!.slice(1).map((purpose) => purpose.replaceAll('`', ''))

  const printed = rows.map(([event, ...fates]) => [
    event,
    Object.fromEntries(purposes.map((one, at) => [one, fates[at]])),
  ])
  expect(Object.fromEntries(printed)).toEqual(FATES)
})

test('no page makes HTML of text, but the privacy page of what the server wrote', () => {
  const files = readdirSync(join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) =>
      /dangerouslySetInnerHTML|[iI]nnerHTML =|outerHTML|insertAdjacentHTML|srcdoc|srcDoc|document\.write|\beval\(|new Function/.test(
        read(`src/web/${file}`),
      ),
    )

  expect(found.sort()).toEqual(['routes/privacy/privacy-page.tsx'])
})
