import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { paint } from '../../src/server/pages/rendering/palette.ts'

const ROOT = join(import.meta.dirname, '../..')
const HOME = 'src/site/colors.ts'
/** These publish the colours and the logos of made-up sites. */
const OTHER_SITES = [
  'src/shared/site/brand-colors.test.ts',
  'src/server/publishing/from-1.0.test.ts',
  'src/server/publishing/publishing.test.ts',
  'src/server/publishing/logo/logo.test.ts',
  'e2e/site-editor.test.ts',
]
const PAINTED = /\.(ts|tsx|js|css|html|svg)$/
/** Black and white with low opacity belong to no palette. */
const COLOR = /#[\da-f]{6}\b|\brgba?\((?!0 0 0 \/|255 255 255 \/)\d[^)]*\)/gi

test('colours are defined only in src/site/colors.ts', () => {
  const files = ['index.html', ...['src', 'public', 'scripts', 'e2e', 'test'].flatMap(filesOf)]
  const copies = files
    .filter((file) => PAINTED.test(file) && file !== HOME && !OTHER_SITES.includes(file))
    .flatMap((file) =>
      Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(COLOR), ([color]) => `${file}: ${color}`),
    )
  expect(copies).toEqual([])
})

test('a drawing has the light colours', () => {
  expect(paint('<rect fill="var(--color-velvet)" stroke="var(--color-velvet-ink)"/>', site().colors)).toBe(
    `<rect fill="${site().colors.light.velvet}" stroke="${site().colors.onVelvet.ink}"/>`,
  )
})

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
}
