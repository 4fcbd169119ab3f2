import type { Filters } from '#shared/list/filters.ts'
import type { Queryable, Transaction } from '../db/pool.ts'

export type VacantWave = { id: string; filters: Partial<Filters>; vacant: number }

/** Without those for which a recent search found too few people. */
export async function findVacant(db: Queryable, most: number): Promise<VacantWave[]> {
  const { rows } = await db.query<VacantWave>(
    `select w.id, filters, least(vacant, $1)::int as vacant
     from (select wave_id, count(*) as vacant from invitations where is_vacant group by wave_id) as i
     join waves w on w.id = i.wave_id
     where fills and not is_called_back and ready_at is not null and next_fill_at <= now()`,
    [most],
  )
  return rows
}

export async function lockVacant(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from waves where id = $1 and fills and not is_called_back and next_fill_at <= now() for update',
    [id],
  )
  return rowCount === 1
}

export async function takeVacancies(tx: Transaction, { id, seats }: { id: string; seats: number }): Promise<void> {
  await tx.query(
    `update invitations set is_vacant = false where id in (
       select id from invitations where wave_id = $1 and is_vacant order by closed_at limit $2)`,
    [id, seats],
  )
}

export async function lookAgainLater(tx: Transaction, { id, minutes }: { id: string; minutes: number }): Promise<void> {
  await tx.query(`update waves set next_fill_at = now() + $2 * interval '1 minute' where id = $1`, [id, minutes])
}

export async function countVacant(tx: Transaction, id: string): Promise<number> {
  const { rows } = await tx.query<{ vacant: number }>(
    'select count(*)::int as vacant from invitations where wave_id = $1 and is_vacant',
    [id],
  )
  return rows[0]!.vacant
}
