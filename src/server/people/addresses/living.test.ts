import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { livingOf } from './email-keys.ts'

test('in the first minutes of a list, PostgreSQL looks up the living by their ids', async () => {
  await using app = await testApp()
  // The planner has no statistics about these rows yet, as when a crowd joins a new list.
  await app.joinMany(1_000)
  const plan = await app.rows(
    `explain ${livingOf(`
    select entry_id from json_to_recordset('[]') as t (entry_id uuid) union select gen_random_uuid()`)}`,
  )
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/waitlist_entries_pkey/)
})
