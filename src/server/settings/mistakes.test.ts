import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIELD_NAMES } from '#shared/owner/setting-fields.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { testApp } from '../../../test/test-app.ts'

const PAGE = join(import.meta.dirname, '../../../docs/refused-settings.md')
const ROW = /^\| [^|]+ \| `(?<name>\w+)` +\| `(?<value>[^|]+)` +\| (?<sentence>[^|]+?) +\|$/gm

test('three mistakes in each setting are refused, each with the sentence of the table in the docs', async () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(({ groups }) => groups!)
  expect(rows.map(({ name }) => name)).toEqual(FIELD_NAMES.flatMap((name) => [name, name, name]))
  await using app = await testApp({ env: { BACKUP_ROOT: '/srv/backups' } })
  const owner = await settingOwner(app)
  for (const { name, value, sentence } of rows)
    expect(Object.values(await owner.refused({ [name!]: value! })).join(' ')).toBe(sentence)
  expect(await app.rows('select from dashboard_settings')).toEqual([])
})
