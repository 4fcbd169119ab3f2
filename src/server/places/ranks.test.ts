import { expect, test } from 'vitest'
import { signIn } from '../../../test/owner.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { inTransaction } from '../db/transaction.ts'
import { advanceCounter, lockCounter } from '../listing/counter.ts'
import { tidyRanks } from '../listing/tidy-ranks.ts'
import { keepRanks } from './keep-ranks.ts'
import { splitBlocks } from './rank-blocks.ts'
import { readPlace } from './read-place.ts'

type Listed = { id: string; email: string; rank: number | null }

async function list(app: TestApp, query: string): Promise<{ entries: Listed[]; next_cursor: string | null }> {
  const owner = await signIn(app)
  return (await owner.get(`/api/admin/entries?range=all&${query}`)).json()
}

/** Changes entries as an act would. */
async function change(app: TestApp, emails: string[], assignment: string): Promise<void> {
  const rows = await app.rows('select id from waitlist_entries where email = any($1)', emails)
  const ids = rows.map(({ id }) => id)
  await inTransaction(app.pool, async (tx) => {
    await lockCounter(tx)
    await keepRanks(tx, ids, async () => {
      await tx.query(`update waitlist_entries set ${assignment} where id = any($1)`, [ids])
    })
    await advanceCounter(tx, { entries: 0, updates: ids.length })
  })
}

test('a list starts at any rank in launch order, and its next page continues there', async () => {
  await using app = await testApp()
  const people = await app.joinMany(9)
  await app.join({ email: 'friend@example.com', used_referral_code: people[8]!.referral_code })

  const page = await list(app, 'from_rank=4&limit=3')

  // The ninth person moved up to #4 and has a friend, so they come before the one who joined there.
  expect(page.entries.map(({ email, rank }) => [email, rank])).toEqual([
    [people[8]!.email, 4],
    [people[3]!.email, 5],
    [people[4]!.email, 6],
  ])
  const next = await list(app, `from_rank=4&limit=3&cursor=${page.next_cursor}`)
  expect(next.entries.map(({ rank }) => rank)).toEqual([7, 8, 9])
  const last = await list(app, `sort=launch&limit=3&cursor=${next.next_cursor}`)
  expect(last.entries).toMatchObject([{ email: 'friend@example.com', rank: 10 }])
  expect(last.next_cursor).toBeNull()
})
