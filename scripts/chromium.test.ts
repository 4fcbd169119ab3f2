import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CHROMIUM_ARGUMENTS } from './chromium.ts'

const require = createRequire(import.meta.url)

test('every feature that Playwright disables in Chromium stays disabled, although our list replaces its list', () => {
  const playwright = dirname(createRequire(require.resolve('@playwright/test')).resolve('playwright-core/package.json'))
  const code = readFileSync(join(playwright, 'lib/coreBundle.js'), 'utf8')
  const list = /disabledFeatures = \[(.*?)\]/s.exec(code)![1]!
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name!)
  const ours = CHROMIUM_ARGUMENTS.find((argument) => argument.startsWith('--disable-features='))!.split(/[=,]/)

  expect(theirs).toContain('AimEnabled')
  expect(ours).toEqual(expect.arrayContaining(theirs))
})
