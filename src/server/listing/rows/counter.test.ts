import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { readRuleInForce } from '../../people/places/referral-rule.ts'
import { recordEvents } from '../../people/events/record-events.ts'
import { countUpdates, COUNTER, lockCounter } from './counter.ts'
import { inTransaction, type Transaction } from '../../db/query.ts'

test('joins read the newest version of the counter, however many old ones a long transaction keeps', async () => {
  await using app = await testApp()
  const { id } = await app.entry((await app.joinMany(1))[0]!.email)
  const reader = await app.pool.connect()
  try {
    await reader.query('begin transaction isolation level repeatable read')
    await reader.query('select from waitlist_counter')
    await app.rows(`do $$ begin for n in 1..3000 loop
      update waitlist_counter set syncs = syncs + 1 where id = 1; end loop; end $$`)

    const pages = await inTransaction(app.pool, async (tx) => {
      const before = await readPages(tx)
      await lockCounter(tx)
      await tx.query(COUNTER)
      await readRuleInForce(tx)
      await countUpdates(tx, 1)
      await recordEvents(tx, 'changed', [id])
      return (await readPages(tx)) - before
    })

    // A statement that passes all versions reads some 60 pages.
    expect(pages).toBeLessThan(40)
  } finally {
    await reader.query('rollback')
    reader.release()
  }
})

/** How many of the counter's pages this connection has read. */
async function readPages(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ pages: number }>(
    `select pg_stat_get_xact_blocks_fetched('waitlist_counter'::regclass)::int as pages`,
  )
  return rows[0]!.pages
}
