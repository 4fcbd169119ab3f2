import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ITEMS, QUEUE_ART, SCENE_ART } from '#shared/site/artwork.ts'
import { FATES } from '../src/server/accounts/fates.ts'

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

test('no page makes HTML of text, but the privacy page of what the server wrote, and drawings of our own', () => {
  const files = readdirSync(join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) =>
      /dangerouslySetInnerHTML|[iI]nnerHTML =|outerHTML|insertAdjacentHTML|srcdoc|srcDoc|document\.write|\beval\(|new Function/.test(
        read(`src/web/${file}`),
      ),
    )

  expect(found.sort()).toEqual(['routes/privacy/privacy-page.tsx', 'ui/drawings/drawing.tsx'])
})

test('drawings are shapes alone, and pages draw only those that the site names from closed lists', () => {
  const drawings = [
    ...Object.values(ITEMS),
    ...Object.values(SCENE_ART).map((scene) => scene?.art ?? ''),
    ...Object.values(QUEUE_ART).flatMap((parts) => Object.values(parts)),
  ]
  const attribute = String.raw` (?:class|d|x|y|width|height|rx|cx|cy|r|fill|stroke[a-z-]*|transform)='[\w\s.,#()-]*'`
  const shapes = new RegExp(`^(?:<(?:path|rect|circle|g)(?:${attribute})*/?>|</g>)*$`)
  for (const art of drawings) expect(art).toMatch(shapes)

  const callers = readdirSync(join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && read(`src/web/${file}`).includes('<Drawing '))
    .flatMap((file) => read(`src/web/${file}`).match(/<Drawing [^>]*/g)!)
  for (const call of callers) expect(call).toMatch(/art=\{(?:site\(\)\.\w+(?:\.\w+)?|art)\}|\{\.\.\.(?:scene|belief)\}/)
})
