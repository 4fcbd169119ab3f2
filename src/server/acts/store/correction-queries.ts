import type { Queryable, Transaction } from '../../db/pool.ts'
import { findIdsByEmail } from '../../people/find-person.ts'
import { instant } from '../../people/instant.ts'
import { livingOf } from '../../people/addresses/living.ts'

/** `before` is null until the correction is made. */
export type Correction = {
  entry_id: string
  now: string
  email: string
  before: string | null
  /** By somebody else on the list. */
  taken: string[]
}

type Which = { ids: string[]; actId: string }

export async function prepareCorrections(
  tx: Transaction,
  { ids, actId, email }: Which & { email: string },
): Promise<void> {
  await tx.query(
    `with living as materialized (${livingOf('select unnest($1::uuid[])')})
     insert into email_corrections (entry_id, act_id, email) select id, $2::uuid, $3 from living`,
    [ids, actId, email],
  )
}

/** A preview passes `email`, because no act has stored it yet. */
export async function readCorrections(
  db: Queryable,
  { ids, actId, email }: Which & { email?: string | undefined },
): Promise<Correction[]> {
  const { rows } = await db.query<Omit<Correction, 'taken'>>(
    `select e.id as entry_id, e.email as now, coalesce(c.email, $3) as email, c.before
     from waitlist_entries e left join email_corrections c on c.entry_id = e.id and c.act_id = $2
     where e.id = any($1) and e.erased_at is null and coalesce(c.email, $3) is not null`,
    [ids, actId, email ?? null],
  )
  const wantedOf = (row: Omit<Correction, 'taken'>) => [row.email, row.before].filter((one) => one !== null)
  const idOf = await findIdsByEmail(db, rows.flatMap(wantedOf))
  return rows.map((row) => ({
    ...row,
    taken: wantedOf(row).filter((one) => (idOf.get(one) ?? row.entry_id) !== row.entry_id),
  }))
}

/** Also undone ones, oldest first. */
export async function listCorrections(
  db: Queryable,
  entryId: string,
): Promise<{ at: string; from: string; to: string }[]> {
  const { rows } = await db.query<{ at: string; from: string; to: string }>(
    `select ${instant('created_at')} as at, before as "from", email as "to" from email_corrections
     where entry_id = $1 and before is not null order by created_at, act_id`,
    [entryId],
  )
  return rows
}

export async function noteBefore(
  tx: Transaction,
  { entryId, actId, email }: { entryId: string; actId: string; email: string },
): Promise<void> {
  await tx.query('update email_corrections set before = $3 where entry_id = $1 and act_id = $2', [
    entryId,
    actId,
    email,
  ])
}

export async function dropUnused(tx: Transaction, actId: string): Promise<void> {
  await tx.query('delete from email_corrections where act_id = $1 and before is null', [actId])
}

export async function forgetCorrections(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from email_corrections where entry_id = any($1)', [ids])
}

export async function dropCorrections(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from email_corrections where created_at < now() - $1 * interval '1 day'`, [days])
}
