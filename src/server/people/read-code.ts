import { FROM_COUNTER } from './events/record-events.ts'
import { findColumn, findValue, type Queryable } from '../db/query.ts'

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

/** SQL: whether people may still join with the named code `n`, this one being the `nth` of those who do now. */
export function inForce(n: string, nth = '1'): string {
  return `(${n}.ended_at is null and (${n}.most is null or ${n}.joins + ${nth} <= ${n}.most) and (${n}.ends_on is null
    or ${n}.ends_on >= (now() at time zone (select time_zone ${FROM_COUNTER}))::date))`
}

/** `ended`: a named code with which people join as without one. */
export type CodeKind = 'friend' | 'named' | 'ended'

/** Null if nobody has the code that a tidied text means. */
export function readCodeKind(db: Queryable, tidied: string) {
  return findValue<CodeKind>(
    db,
    `select case when ${ownerOf('meant.code')} is not null then 'friend'
       else (select case when ${inForce('n')} then 'named' else 'ended' end from named_codes n where n.code = meant.code) end as kind
     from (select ${codeMeantBy('$1::text')} as code) as meant`,
    [tidied],
  )
}

/** The code that a tidied text means, if joining with it would credit somebody; otherwise null. */
export function findCode(db: Queryable, tidied: string) {
  return findValue<string>(
    db,
    `select code from (select ${codeMeantBy('$1::text')} as code) as meant where ${ownerOf('meant.code')} is not null`,
    [tidied],
  )
}

/** The entry whose code a tidied text means, also if it is erased. */
export function findCodeOwner(db: Queryable, tidied: string) {
  return findValue<string>(db, `select entry_id from referral_codes where code = (select ${codeMeantBy('$1::text')})`, [
    tidied,
  ])
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

export function readCodes(db: Queryable, entryId: string) {
  return findColumn<string>(db, 'select code from referral_codes where entry_id = $1', [entryId])
}
