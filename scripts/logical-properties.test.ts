import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../src/web')
const OF_OWNERS = /^(routes\/admin|kit|passkeys)\/|^ui\/kit.css$/
/** Gradients and masks name a side as a position: those are allowed. */
const IN_STYLES =
  /\b(?:margin|padding|border)-(?:left|right)\b|(?<![-\w])(?:left|right): |(?:text-align|float|clear): (?:left|right)/
const IN_CLASSES =
  /(?<=[\s'"`:])-?(?:(?:m|p)[lr]|left|right|(?:border|rounded)-[lr])-(?=[\d[(a-z])|(?<=[\s'"`:])text-(?:left|right)(?=[\s'"`])/

test.each([
  ['styles', '**/*.css', IN_STYLES],
  ['classes', '**/*.tsx', IN_CLASSES],
])('the %s of what visitors see have a start and an end, not a left and a right', (_, files, physical) => {
  const found = globSync(files, { cwd: WEB })
    .filter((file) => !OF_OWNERS.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      readFileSync(join(WEB, file), 'utf8')
        .split('\n')
        .filter((line) => physical.test(line) && !line.startsWith('import '))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
