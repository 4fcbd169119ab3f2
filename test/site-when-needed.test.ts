import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Site, site } from '#shared/site/site.ts'

const SRC = join(import.meta.dirname, '../src')
/** The modules that start a program when they are imported. */
const PROGRAMS = [
  'server/main.ts',
  'server/cli/',
  'server/listing/columns/thread.ts',
  'server/publishing/logo/drawing.ts',
  'server/pages/thread.ts',
  'web/early/',
  'web/embed/embed.ts',
  'web/main.tsx',
  'web/pictures.tsx',
  'web/proof/solver.ts',
]

vi.mock('#shared/site/site.ts', async (load) => {
  const real = await load<{ site: () => Site }>()
  return { ...real, site: vi.fn<() => Site>(real.site) }
})

test('no module reads the site when it loads, so that another site takes its place everywhere', async () => {
  const files = globSync('{shared,emails,server,web}/**/*.{ts,tsx}', { cwd: SRC }).filter(
    (file) => !file.includes('.test.') && !PROGRAMS.some((program) => file.startsWith(program)),
  )
  const early: string[] = []
  vi.mocked(site).mockImplementation(() => {
    throw new Error('too early')
  })
  for (const file of files)
    await import(join(SRC, file)).catch((error: Error) =>
      early.push(`${file}: ${error.stack?.split('\n').slice(0, 5).join('\n')}`),
    )
  expect(early).toEqual([])
})
