import type { Queryable } from '../db/pool.ts'

/**
 * SQL: the code that a tidied text means: the same code, else the same in capitals, else the only code that looks like
 * it, else null. Joining, the check while a visitor types, and mails share this rule. See
 * docs/decisions/0041-one-joining-rule.md.
 */
export function codeMeantBy(tidied: string): string {
  const look = lookOf(tidied)
  return `case when ${tidied} is not null then coalesce(
    (select c.code from referral_codes c where c.code = ${tidied}),
    (select c.code from referral_codes c where c.code = upper(${tidied})),
    (select min(alike.code) from (
      select c.code from referral_codes c where c.code = ${look}
      union all
      select c.code from referral_codes c where ${lookOf('c.code')} = ${look} and c.code <> ${lookOf('c.code')}
    ) as alike having count(*) = 1)) end`
}

/**
 * SQL: the entry that has a code; null if there is none, or if it is erased. The condition is in a subquery for the
 * reason in joining/newcomers.ts.
 */
export function ownerOf(code: string): string {
  return `(select c.entry_id from referral_codes c where c.code = ${code}
    and (select e.erased_at is null from waitlist_entries e where e.id = c.entry_id))`
}

/** The code that a tidied text means, if joining with it would credit somebody; otherwise null. */
export async function findCode(db: Queryable, tidied: string): Promise<string | null> {
  const { rows } = await db.query<{ code: string }>(
    `select code from (select ${codeMeantBy('$1::text')} as code) as meant where ${ownerOf('meant.code')} is not null`,
    [tidied],
  )
  return rows[0]?.code ?? null
}

/** The entry whose code a tidied text means, also if it is erased. */
export async function findCodeOwner(db: Queryable, tidied: string): Promise<string | null> {
  const { rows } = await db.query<{ entry_id: string }>(
    `select entry_id from referral_codes where code = (select ${codeMeantBy('$1::text')})`,
    [tidied],
  )
  return rows[0]?.entry_id ?? null
}

/**
 * SQL: a code in capitals, with one character for all that look alike. Only codes that differ from this form are in the
 * index.
 */
function lookOf(code: string): string {
  return `translate(upper(${code}), 'OIL', '011')`
}

/** SQL: the entry that has exactly this code, also if it is erased. */
export function holderOfCode(code: string): string {
  return `(select c.entry_id from referral_codes c where c.code = ${code})`
}

/** SQL: a code that differs from this one only in case. */
export function codeAlike(code: string): string {
  return `(select min(other.code) from (
      select c.code from referral_codes c where c.code = upper(${code})
      union all
      select c.code from referral_codes c where ${lookOf('c.code')} = ${lookOf(code)} and c.code <> ${lookOf('c.code')}
    ) as other where upper(other.code) = upper(${code}) and other.code <> ${code})`
}
