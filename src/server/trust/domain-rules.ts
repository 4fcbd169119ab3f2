import type { ListedRule } from '#shared/list/reviews.ts'
import { domainKey } from '../base/email-key.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/addresses/email-keys.ts'
import { domainOf } from './mailbox.ts'
import { removeMarks } from './marks.ts'
import { findColumn, instant, type Queryable, type Transaction } from '../db/query.ts'

export type DomainRule = { value: string; verdict: 'trust' | 'refuse' }

export type DomainRules = { isTrusted: (email: string) => boolean; isRefused: (email: string) => boolean }

export const NO_RULES: DomainRules = { isTrusted: () => false, isRefused: () => false }

export async function readDomainRules(db: Queryable): Promise<DomainRules> {
  const { rows } = await db.query<DomainRule>('select value, verdict from trust_rules where is_active')
  if (rows.length === 0) return NO_RULES
  // A domain may be stored as somebody typed it.
  const verdicts = new Map(rows.map(({ value, verdict }) => [domainKey(value), verdict]))
  return {
    isTrusted: (email) => verdicts.get(domainOf(email)) === 'trust',
    isRefused: (email) => verdicts.get(domainOf(email)) === 'refuse',
  }
}

const FRESH_MS = 2_000

/** Cached for some seconds. Joining never waits for them: judging looks again. */
export function followDomainRules(db: Queryable): () => DomainRules {
  let rules = NO_RULES
  let readAt = -Infinity
  return () => {
    if (performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      void readDomainRules(db).then(
        (read) => (rules = read),
        () => {},
      )
    }
    return rules
  }
}

export async function beginRule(tx: Transaction, { value, verdict }: DomainRule, actId: string): Promise<void> {
  await tx.query(
    `insert into trust_rules (value, verdict, act_id) values ($1, $2, $3)
     on conflict (value) do update
     set verdict = excluded.verdict, act_id = excluded.act_id, is_active = true, changed_at = now()`,
    [value, verdict, actId],
  )
}

/** With its marks. False if a later rule has replaced it. With the counter locked. */
export async function endRule(tx: Transaction, value: string, actId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update trust_rules set is_active = false, changed_at = now() where value = $1 and act_id = $2',
    [value, actId],
  )
  if (rowCount !== 1) return false
  const { text, values } = selectAtDomain(value)
  const ids = await findColumn<string>(tx, `select id from (${text}) as e`, values)
  await removeMarks(tx, ids, ['refused-domain'])
  return true
}

export function selectAtDomain(domain: string): { text: string; values: unknown[] } {
  const text = `select id from ${KEYED_ENTRIES} as e where ${KEYED_DOMAIN} = $1 and erased_at is null`
  return { text, values: [domainKey(domain)] }
}

export async function listRules(db: Queryable): Promise<ListedRule[]> {
  const { rows } = await db.query<Omit<ListedRule, 'people'>>(
    `select value, verdict, act_id, ${instant('changed_at')} as since
     from trust_rules where is_active order by changed_at desc, value`,
  )
  const { rows: found } = await db.query<{ domain: string; people: number }>(
    `select domain, count(*)::int as people from (
       select ${KEYED_DOMAIN} as domain from ${KEYED_ENTRIES} as e where erased_at is null) as people
     where domain = any($1) group by domain`,
    [rows.map(({ value }) => domainKey(value))],
  )
  const people = new Map(found.map((one) => [one.domain, one.people]))
  return rows.map((rule) => ({ ...rule, people: people.get(domainKey(rule.value)) ?? 0 }))
}
