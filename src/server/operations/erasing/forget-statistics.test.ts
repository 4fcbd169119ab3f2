import { expect, test } from 'vitest'
import { erasingOwner, isQueueIdle } from '../../../../test/people/erasing-owner.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { forgetStatisticsSoon } from '../../outbox/rows.ts'

/** The columns whose samples in PostgreSQL contain this text. */
async function samplesOf(app: TestApp, text: string): Promise<string[]> {
  const rows = await app.rows(
    `select format('%I.%I', tablename, attname) as place from pg_stats
     where concat_ws(' ', most_common_vals, histogram_bounds, most_common_elems) ilike '%' || $1 || '%' order by place`,
    text,
  )
  return rows.map(({ place }) => place)
}

test('of a table that erasing empties, and of one with others left, PostgreSQL keeps no sample', async () => {
  await using app = await testApp({ work: true })
  await app.joinMany(3)
  await app.join({ email: 'zuleika@example.com', business_name: 'The Hatbox' })
  for (let sent = 0; sent < 3; sent += 1)
    await app.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { name: 'Zuleika', email: 'zuleika@example.com', message: 'Where is my hatbox?' },
    })
  await hurryUntil(app, () => isQueueIdle(app))
  await app.list()
  await app.rows('analyze')
  expect(await samplesOf(app, 'zuleika')).toEqual(
    expect.arrayContaining(['contact_messages.email', 'entry_listing.search', 'waitlist_entries.email']),
  )
  expect(await samplesOf(app, 'hatbox')).toContain('contact_messages.message')

  await (await erasingOwner(app)).erase((await app.entry('zuleika@example.com')).id)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await app.rows('select from contact_messages')).toEqual([])
  for (const word of ['zuleika', 'hatbox']) expect([word, await samplesOf(app, word)]).toEqual([word, []])
  // PostgreSQL still has samples of the remaining rows.
  expect(await samplesOf(app, 'person-')).toContain('waitlist_entries.email')
})

test('many erasures leave one row that waits', async () => {
  await using app = await testApp()
  for (let erased = 0; erased < 3; erased += 1) await forgetStatisticsSoon(app.pool)
  expect(await app.waiting('forget-statistics')).toHaveLength(1)
})
