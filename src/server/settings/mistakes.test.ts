import { expect, test } from 'vitest'
import { FIELD_NAMES } from '#shared/owner/setting-fields.ts'
import { settingOwner } from '../../../test/people/setting-owner.ts'
import { MISTAKES } from '../../../test/people/setting-mistakes.ts'
import { testApp } from '../../../test/test-app.ts'

test('three mistakes in each setting are refused, each with its sentence', async () => {
  await using app = await testApp({ env: { BACKUP_ROOT: '/srv/backups' } })
  const owner = await settingOwner(app)
  for (const name of FIELD_NAMES) {
    expect(MISTAKES[name]).toHaveLength(3)
    for (const [value, sentence] of MISTAKES[name]) {
      expect(Object.values(await owner.refused({ [name]: value })).join(' ')).toBe(sentence)
      // Owners do not know the variables of the environment.
      expect(sentence).not.toMatch(/[A-Z]_[A-Z]/)
    }
  }
  expect(await app.rows('select from dashboard_settings')).toEqual([])
})
