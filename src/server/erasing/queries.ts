import type { Queryable, Transaction } from '../db/pool.ts'

export async function insertErasures(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('insert into erasures (entry_id) select unnest($1::uuid[]) on conflict do nothing', [ids])
}

export async function readErasedIds(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query<{ entry_id: string }>('select entry_id from erasures')
  return new Set(rows.map(({ entry_id }) => entry_id))
}
