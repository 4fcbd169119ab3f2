import { randomInt } from 'node:crypto'
import { MAX_CODES_PER_ENTRY } from '#shared/joining/joining-again.ts'
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH, tidyReferralCode } from '#shared/joining/referral-code.ts'
import { isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import { AppError } from '../base/errors.ts'
import { type CodeKind, codeMeantBy, inForce, readCodeKind } from '../people/read-code.ts'
import { findColumn, instant, type Queryable, type Transaction } from '../db/query.ts'
import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { NamedCode, NamedCodeChange, NewNamedCode } from '#shared/list/named-codes.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { standsOf } from '../people/places/referral-rule.ts'

export function drawCode(): string {
  let code = ''
  while (code.length < REFERRAL_CODE_LENGTH) code += REFERRAL_CODE_ALPHABET[randomInt(REFERRAL_CODE_ALPHABET.length)]
  return code
}

export function drawDistinct(count: number, draw = drawCode, used = new Set<string>()): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    const code = draw()
    if (!used.has(code)) codes.add(code)
  }
  return [...codes]
}

/** Call this with the counter locked: the codes stay free. */
export async function drawFree(
  tx: Transaction,
  count: number,
  draw = drawCode,
  used = new Set<string>(),
): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const drawn = drawDistinct(count - free.length, draw, new Set([...used, ...free]))
    const taken = await findTaken(tx, drawn)
    free.push(...drawn.filter((code) => !taken.has(code)))
  }
  return free
}

/** Replaces codes that are null, taken or wanted before. Call this with the counter locked. */
export async function keepOrDraw(
  tx: Transaction,
  wanted: (string | null)[],
): Promise<{ code: string; isOld: boolean }[]> {
  const used = new Set(wanted.filter((code) => code !== null))
  const gone = await findTaken(tx, [...used])
  const kept = wanted.map((code) => {
    if (code === null || gone.has(code)) return null
    gone.add(code)
    return code
  })
  const drawn = await drawFree(tx, kept.filter((code) => code === null).length, drawCode, used)
  return kept.map((code) => (code === null ? { code: drawn.pop()!, isOld: false } : { code, isOld: true }))
}

async function findTaken(tx: Transaction, codes: string[]): Promise<Set<string>> {
  return new Set(await findColumn<string>(tx, 'select code from referral_codes where code = any($1)', [codes]))
}

/**
 * Skips codes that are taken, and people who have the most. Returns who got a code. Call this with the counter locked.
 */
export async function addCodes(
  tx: Transaction,
  { codes, by }: { codes: { id: string; code: string }[]; by: string },
): Promise<string[]> {
  if (codes.length === 0) return []
  return findColumn<string>(
    tx,
    `with asked as (
       select code, e.id, e.code_count + row_number() over (partition by e.id order by code) as number
       from json_to_recordset($1) as t (id uuid, code text) join waitlist_entries e using (id)
       where e.erased_at is null
     ), added as (
       insert into referral_codes (code, entry_id, imported_by)
       select code, id, $2 from asked where number <= ${MAX_CODES_PER_ENTRY}
       on conflict (code) do nothing returning entry_id
     )
     update waitlist_entries e set code_count = code_count + codes, updated_at = now()
     from (select entry_id, count(*) as codes from added group by entry_id) as sums
     where e.id = sums.entry_id returning e.id`,
    [JSON.stringify(codes), by],
  )
}

export async function removeCodes(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  await tx.query(
    `with gone as (
       delete from referral_codes c where entry_id = any($1) and imported_by = $2
         and code <> (select e.referral_code from waitlist_entries e where e.id = c.entry_id)
       returning entry_id
     )
     update waitlist_entries e set code_count = code_count - codes, updated_at = now()
     from (select entry_id, count(*) as codes from gone group by entry_id) as sums where e.id = sums.entry_id`,
    [ids, by],
  )
}

/**
 * For entries that are about to be erased: the same file can bring these codes again. Call this with the counter
 * locked.
 */
export async function freeCodes(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  await removeCodes(tx, { ids, by })
  const codes = await drawFree(tx, ids.length)
  const { rows } = await tx.query<{ id: string; code: string }>(
    `update referral_codes c set code = t.code, imported_by = null
     from unnest($1::uuid[], $2::text[]) as t (id, code) where c.entry_id = t.id and c.imported_by = $3
     returning t.id, t.code`,
    [ids, codes, by],
  )
  await tx.query(
    `update waitlist_entries e set referral_code = t.code, newest_code = t.code
     from json_to_recordset($1) as t (id uuid, code text) where e.id = t.id`,
    [JSON.stringify(rows)],
  )
}

/** Null if nobody has the code. Throws an AppError while the database is unavailable. */
export async function kindOfCode(db: Queryable, typed: string): Promise<CodeKind | null> {
  const code = tidyReferralCode(typed)
  if (code.length > MAX_LENGTH.referralCode || !isStorable(code)) return null
  return readCodeKind(db, code).catch((cause: unknown) => {
    throw new AppError('unavailable', { cause })
  })
}

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
