import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toReference } from './references/api.ts'
import { toSettingsReference } from './references/settings.ts'

const ROOT = join(import.meta.dirname, '..')

test('the reference of the API says what its description says', async () => {
  const description = JSON.parse(readFileSync(join(ROOT, 'clients/typescript/openapi.json'), 'utf8'))
  await expect(toReference(description)).toMatchFileSnapshot(join(ROOT, 'docs/api.md'))
})

test('the reference of the settings says what their schema says', async () => {
  await expect(toSettingsReference()).toMatchFileSnapshot(join(ROOT, 'docs/settings.md'))
})
