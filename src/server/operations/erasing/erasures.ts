import { findColumn, type Queryable, type Transaction } from '../../db/query.ts'

export async function insertErasures(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('insert into erasures (entry_id) select unnest($1::uuid[]) on conflict do nothing', [ids])
}

export async function readErasedIds(db: Queryable): Promise<Set<string>> {
  return new Set(await findColumn<string>(db, 'select entry_id from erasures'))
}
