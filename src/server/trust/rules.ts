import type { Queryable, Transaction } from '../db/pool.ts'
import { domainKey } from '../base/email-key.ts'
import { domainOf } from './mailbox.ts'
import { found, type FoundSignal } from './signals.ts'

/** The subject of an owner's rule: a mail domain, or a network by its keyed hash. */
export type RuleSubject = 'domain' | 'block'

export type Rule = { subject: RuleSubject; value: string; verdict: 'hold' | 'trust' }

/** The rules in force. */
export type ActiveRules = { signalsFor: (join: { email: string; block: string | null }) => FoundSignal[] }

export const NO_RULES: ActiveRules = { signalsFor: () => [] }

export async function readRules(db: Queryable): Promise<ActiveRules> {
  const { rows } = await db.query<Rule>('select subject, value, verdict from trust_rules where is_active')
  const verdicts = new Map(rows.map((rule) => [`${rule.subject} ${valueOf(rule)}`, rule.verdict]))
  if (verdicts.size === 0) return NO_RULES
  return {
    signalsFor({ email, block }) {
      const told = [verdicts.get(`domain ${domainOf(email)}`), verdicts.get(`block ${block}`)]
      // If the rules for the domain and the network disagree, the person is trusted.
      if (told.includes('trust')) return [found('trusted-by-rule')]
      return told.includes('hold') ? [found('held-by-rule')] : []
    },
  }
}

/** The value of a rule, normalized: a domain may be stored as somebody typed it. */
export function valueOf({ subject, value }: Pick<Rule, 'subject' | 'value'>): string {
  return subject === 'domain' ? domainKey(value) : value
}

/**
 * Locks the rule that changed first, of those whose people have not been judged since. Skips rules that another server
 * has locked. Null if none is left.
 */
export async function takeChangedRule(tx: Transaction): Promise<Pick<Rule, 'subject' | 'value'> | null> {
  const { rows } = await tx.query<Pick<Rule, 'subject' | 'value'>>(
    `select subject, value from trust_rules where not is_judged
     order by changed_at, subject, value limit 1 for update skip locked`,
  )
  return rows[0] ?? null
}

export async function endChangedRule(tx: Transaction, { subject, value }: Pick<Rule, 'subject' | 'value'>) {
  await tx.query('update trust_rules set is_judged = true where subject = $1 and value = $2', [subject, value])
}

/** Puts the rule of an act in force. It replaces an earlier rule about the same subject. */
export async function beginRule(tx: Transaction, { subject, value, verdict }: Rule, actId: string): Promise<void> {
  await tx.query(
    `insert into trust_rules (subject, value, verdict, act_id) values ($1, $2, $3, $4)
     on conflict (subject, value) do update
     set verdict = excluded.verdict, act_id = excluded.act_id, is_active = true, is_judged = false, changed_at = now()`,
    [subject, value, verdict, actId],
  )
}

/** Ends the rule that this act put in force. Returns false if a later rule has replaced it. */
export async function endRule(
  tx: Transaction,
  { subject, value }: Pick<Rule, 'subject' | 'value'>,
  actId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update trust_rules set is_active = false, is_judged = false, changed_at = now()
     where subject = $1 and value = $2 and act_id = $3`,
    [subject, value, actId],
  )
  return rowCount === 1
}
