import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { NamedCode, NamedCodeChange, NewNamedCode } from '#shared/list/named-codes.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { AppError } from '../base/errors.ts'
import { instant } from '../people/entry-columns.ts'
import { codeMeantBy, inForce } from '../people/read-code.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { standsOf } from '../people/places/referral-rule.ts'
import type { Queryable, Transaction } from '../db/query.ts'

/** Codes that people have, or could mistake for this one, are taken. */
export async function addNamedCode(
  tx: Transaction,
  { code, ends_on, most }: z.infer<typeof NewNamedCode>,
): Promise<void> {
  await lockCounter(tx)
  const { rowCount } = await tx.query(
    `insert into referral_codes (code) select code from (select $1::text as code) as wanted
     where ${codeMeantBy('wanted.code')} is null`,
    [code],
  )
  if (rowCount === 0)
    throw new AppError('invalid-input', { fields: { code: 'is taken, or looks like a code that is' } })
  await tx.query('insert into named_codes (code, ends_on, most) values ($1, $2, $3)', [code, ends_on, most])
}

export async function changeNamedCode(
  db: Queryable,
  { code, ends_on, most, is_ended }: z.infer<typeof NamedCodeChange> & { code: string },
): Promise<void> {
  const { rowCount } = await db.query(
    `update named_codes set ends_on = $2, most = $3, ended_at = case when $4 then coalesce(ended_at, now()) end where code = $1`,
    [code, ends_on, most, is_ended],
  )
  if (rowCount === 0) throw new AppError('not-found')
}

export async function readNamedCodes(db: Queryable, visits: Map<string, number>): Promise<NamedCode[]> {
  const { rows } = await db.query<Omit<NamedCode, 'visits'>>(
    `select n.code, n.ends_on::text, n.most, ${instant('n.created_at')} as created_at, n.ended_at is not null as is_ended,
       ${inForce('n')} as is_in_force, n.joins as joined, coalesce(confirmed, 0) as confirmed, coalesce(counted, 0) as counted,
       ${instant('n.visits_since')} as visits_since, coalesce(joined_since, 0) as joined_since
     from named_codes n left join (
       select named_code, count(*) filter (where confirmed_at is not null or is_accepted or state = 'admitted')::int as confirmed,
         count(*) filter (where ${standsOf('e')})::int as counted,
         count(*) filter (where e.created_at >= c.visits_since)::int as joined_since
       from waitlist_entries e join named_codes c on c.code = named_code group by 1) as joins on named_code = n.code
     order by is_in_force desc, n.created_at desc`,
  )
  return rows.map((row) => ({ ...row, visits: visits.get(row.code) ?? 0 }))
}

const FRESH_MS = 5_000
const PATIENCE_MS = 1_000

export type FindNamedCode = (text: string) => Promise<Pick<NamedCode, 'code' | 'is_in_force'> | undefined>

/** Up to five seconds old; older while the database does not answer. */
export function followNamedCodes(db: Queryable): FindNamedCode {
  let codes = new Map<string, Pick<NamedCode, 'code' | 'is_in_force'>>()
  let readAt = -Infinity
  let reading: Promise<unknown> = Promise.resolve()

  async function read() {
    const { rows } = await db.query<Pick<NamedCode, 'code' | 'is_in_force'>>(
      `select code, ${inForce('n')} as is_in_force from named_codes n`,
    )
    codes = new Map(rows.map((row) => [row.code, row]))
  }

  return async (text) => {
    if (performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      reading = Promise.race([read().catch(() => {}), setTimeout(PATIENCE_MS, null, { ref: false })])
    }
    await reading
    return codes.get(tidyReferralCode(text).toUpperCase())
  }
}
