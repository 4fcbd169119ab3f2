import type { Queryable } from '../db/pool.ts'

type Tombstone = { id: string; joined_position: number; erased_at: Date }

export async function readTombstones(db: Queryable, ids: string[]): Promise<Tombstone[]> {
  const { rows } = await db.query<Tombstone>(
    `select id, joined_position, erased_at from waitlist_entries
     where id = any($1) and erased_at is not null order by id`,
    [ids],
  )
  return rows
}
