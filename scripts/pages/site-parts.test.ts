import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { siteParts } from './site-parts.ts'

const DIST = join(import.meta.dirname, '../../dist')
const READS = "import { site } from '#shared/site/site.ts'\n"

function needsOf(files: Record<string, string>, chunks: object[]) {
  const plugin = siteParts()
  for (const [id, code] of Object.entries(files))
    (plugin.transform.handler as (code: string, id: string) => void)(code, id)
  const built = chunks.map((chunk) => ({ imports: [], dynamicImports: [], ...chunk }))
  return plugin.api.needsOf(built as unknown as Rolldown.OutputChunk[])
}

test('a page gets the parts of the site that its chunks name, and no others', () => {
  const needs = needsOf(
    {
      'main.tsx': `${READS}site().brand.name`,
      'share.ts': `${READS}site().share`,
      'form.tsx': `${READS}site().questions.map(({ name }) => site().brand.name + name)`,
      'place.tsx': `${READS}site()\n  .place.title`,
    },
    [
      { name: 'index', fileName: 'i.js', isEntry: true, moduleIds: ['main.tsx'], dynamicImports: ['f.js', 'p.js'] },
      { name: 'form-page', fileName: 'f.js', moduleIds: ['form.tsx'], imports: ['i.js'], dynamicImports: ['p.js'] },
      { name: 'place-page', fileName: 'p.js', moduleIds: ['place.tsx'], dynamicImports: ['s.js'] },
      { name: 'share', fileName: 's.js', moduleIds: ['share.ts'] },
    ],
  )
  expect(needs).toEqual({
    first: ['brand'],
    pages: { form: { parts: ['questions'], styles: [] }, place: { parts: ['place', 'share'], styles: [] } },
  })
})

test('a file of the pages must not read the whole site', () => {
  expect(() => needsOf({ 'x.ts': `${READS}export const all = () => site()\n` }, [])).toThrow('reads the whole site')
})

test('no script of the build has words of the site', () => {
  // Two scripts of the site's editor, which offers the questions as a template.
  const scripts = readdirSync(join(DIST, 'web/assets')).filter((name) =>
    /^(?!site-view-|template-field-).*\.js$/.test(name),
  )
  const code = scripts.map((name) => readFileSync(join(DIST, 'web/assets', name), 'utf8')).join('\n')
  const { brand, landing, place, mails, questions } = site()
  const words = [brand.name, landing.lead, place.leave.title, mails.welcome.text, questions[3]!.question]
  expect(words.filter((text) => code.includes(text))).toEqual([])
})
