import type pg from 'pg'
import { lockFollower } from '../../people/events/followers.ts'
import { lockCounter, recountEntries } from '../rows/counter.ts'
import { listEntries } from '../rows/list-entries.ts'
import { recountRollups } from '../rows/rollups.ts'
import { findColumn, transact, type Transaction } from '../../db/query.ts'
import { LISTING } from './catch-up.ts'

const SLICE = 1_000

export async function renewBesideJoins(client: pg.ClientBase): Promise<number> {
  let total = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await transact(client, async (tx) => {
      await lockFollower(tx, LISTING.name)
      const slice = await readIdsAfter(tx, after, SLICE)
      await listEntries(tx, slice)
      return slice
    })
    total += ids.length
    if (ids.length < SLICE) break
    after = ids.at(-1)!
  }
  await transact(client, async (tx) => {
    await lockFollower(tx, LISTING.name)
    await recountRollups(tx)
  })
  await transact(client, async (tx) => {
    await lockCounter(tx)
    await recountEntries(tx)
  })
  return total
}

function readIdsAfter(tx: Transaction, after: string | null, most: number) {
  return findColumn<string>(
    tx,
    `select id from waitlist_entries where erased_at is null and ($1::uuid is null or id > $1) order by id limit $2`,
    [after, most],
  )
}
