import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftCheck } from '#shared/site/site-editing.ts'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { signIn } from '../../../test/people/owner.ts'
import { runs } from '../../../test/runs.ts'
import { testApp } from '../../../test/test-app.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { captions } from '../pages/rendering/site-files.ts'
import { checkDocument } from './check-document.ts'
import { completed } from './completed.ts'
import { insertFirst } from './queries.ts'
import { partsForPages } from '../pages/rendering/build-output.ts'
import { ROUTES } from '#shared/routes.ts'

const PATHS = pathsIn(sourceSite)
/** In a variable, because the types of pages are checked apart. */
const PRERENDER: string = '../../web/prerender.tsx'
const NOT_WORDS = [
  '',
  ' ',
  'bread',
  '{nobody}',
  '{',
  '\0',
  '\ud800',
  'constructor',
  '__PLAIN__',
  '$&',
  'x'.repeat(5_000),
]
const value = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e300, [], {}, [null], { toString: null }, ...NOT_WORDS),
  fc.jsonValue(),
)
/** What becomes of one place in the document. */
const slip = fc.record({
  path: fc.constantFrom(...PATHS),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'empty', 'repeat', 'add'),
  value,
})
type Slip = { path: string[]; kind: string; value: unknown }

function pathsIn(part: unknown, path: string[] = []): string[][] {
  if (typeof part !== 'object' || part === null) return [path]
  return [path, ...Object.entries(part).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))].filter(
    ({ length }) => length > 0,
  )
}

function withSlips(slips: readonly Slip[]): object {
  const document = structuredClone(sourceSite)
  for (const { path, kind, value } of slips) {
    const name = path.at(-1)!
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], document)
    if (typeof holder !== 'object' || holder === null) continue
    const parts = holder as Record<string, unknown>
    const now = parts[name]
    if (kind === 'remove') delete parts[name]
    else if (kind === 'empty' && Array.isArray(now)) parts[name] = []
    else if (kind === 'repeat' && Array.isArray(now)) parts[name] = Array.from({ length: 60 }, () => now[0])
    else if (kind === 'add') parts[`${name}_more`] = value
    else parts[name] = value
  }
  // As a request sends it: without holes in lists.
  return JSON.parse(JSON.stringify(document))
}

test('whatever is wrong with a draft is answered with its field, and never breaks the server', async () => {
  await using app = await testApp({ dist: DIST })
  await insertFirst(app.pool, sourceSite)
  const owner = await signIn(app)
  const saves: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(slip, { minLength: 1, maxLength: 3 }), async (slips) => {
      const revision = randomUUID()
      const document = withSlips(slips)
      const saved = await app.app.inject({
        method: 'PUT',
        url: ROUTES.saveDraft.path,
        headers: { cookie: owner.cookie },
        payload: { document, base: 1, revision, replaces: saves.at(-1) ?? null },
      })
      if (saved.statusCode !== 204) {
        // A name that could change every object is refused before the document is read.
        const isRefusedUnread = /"(__proto__|constructor)":/.test(JSON.stringify(document))
        expect([saved.statusCode, Object.keys(saved.json().error.fields)[0]]).toEqual([
          400,
          expect.stringMatching(isRefusedUnread ? /^(document\.|body$)/ : /^document\./),
        ])
        return
      }
      saves.push(revision)
      const checked = await owner.post(ROUTES.checkDraft.path)
      expect(checked.statusCode).toBe(200)
      const { problems } = checked.json<DraftCheck>()
      const drawn = await owner.get(ROUTES.sitePreview.path, { accept: 'text/html' })
      // Parts that the product does not know are not drawn.
      const isDrawn = problems.every(({ sentence }) => sentence === 'is not a part of a site')
      expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([
        isDrawn ? 200 : 400,
        expect.stringContaining('text/html'),
      ])
    }),
    runs(1_000),
  )
})

test('a document without a problem can be drawn', async () => {
  const { renderPage } = (await import(PRERENDER)) as { renderPage: (path: string) => Promise<string> }
  const before = site()
  let drawn = 0
  await fc.assert(
    fc
      .asyncProperty(slip, async (one) => {
        const document = withSlips([one])
        if (checkDocument(document, sourceSite).length > 0) return
        drawn += 1
        setSite(siteOf(completed(document)))
        partsForPages()
        captions(site().landing.film.words)
        expect(await renderPage('/')).toContain('</h1>')
      })
      .afterEach(() => setSite(before)),
    runs(1_000),
  )
  expect(drawn).toBeGreaterThan(10)
})
