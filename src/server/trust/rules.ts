import type { ListedRule } from '#shared/reviews.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { instant } from '../people/instant.ts'
import { domainOf } from './mailbox.ts'
import { found, type FoundSignal } from './signals.ts'

/** What a rule of the owner's is about: a mail domain, or a network by its keyed hash. */
type RuleSubject = 'domain' | 'block'
export type Rule = { subject: RuleSubject; value: string; verdict: 'hold' | 'trust' }

/** The rules in force. */
export type ActiveRules = { signalsFor: (join: { email: string; block: string | null }) => FoundSignal[] }

export const NO_RULES: ActiveRules = { signalsFor: () => [] }

export async function readRules(db: Queryable): Promise<ActiveRules> {
  const { rows } = await db.query<Rule>('select subject, value, verdict from trust_rules where is_active')
  const verdicts = new Map(rows.map(({ subject, value, verdict }) => [`${subject} ${value}`, verdict]))
  if (verdicts.size === 0) return NO_RULES
  return {
    signalsFor({ email, block }) {
      const told = [verdicts.get(`domain ${domainOf(email)}`), verdicts.get(`block ${block}`)]
      // Where two rules disagree, the owner knows these people better than the machine does.
      if (told.includes('trust')) return [found('trusted-by-rule')]
      return told.includes('hold') ? [found('held-by-rule')] : []
    },
  }
}

/** A rule that changed, and whose people nobody has judged since; null if there is none, or another server is at it. */
export async function takeChangedRule(tx: Transaction): Promise<Pick<Rule, 'subject' | 'value'> | null> {
  const { rows } = await tx.query<Pick<Rule, 'subject' | 'value'>>(
    'select subject, value from trust_rules where not is_judged limit 1 for update skip locked',
  )
  return rows[0] ?? null
}

export async function endChangedRule(tx: Transaction, { subject, value }: Pick<Rule, 'subject' | 'value'>) {
  await tx.query('update trust_rules set is_judged = true where subject = $1 and value = $2', [subject, value])
}

/** An act puts a rule in force. A later rule about the same subject replaces an earlier one. */
export async function beginRule(tx: Transaction, { subject, value, verdict }: Rule, actId: string): Promise<void> {
  await tx.query(
    `insert into trust_rules (subject, value, verdict, act_id) values ($1, $2, $3, $4)
     on conflict (subject, value) do update
     set verdict = excluded.verdict, act_id = excluded.act_id, is_active = true, is_judged = false, changed_at = now()`,
    [subject, value, verdict, actId],
  )
}

/** Ends the rule that this act put in force, unless a later rule has replaced it. */
export async function endRule(
  tx: Transaction,
  { subject, value }: Pick<Rule, 'subject' | 'value'>,
  actId: string,
): Promise<void> {
  await tx.query(
    `update trust_rules set is_active = false, is_judged = false, changed_at = now()
     where subject = $1 and value = $2 and act_id = $3`,
    [subject, value, actId],
  )
}

/** The rules in force, the newest first, each with the people whom it is about and one of them. */
export async function listRules(db: Queryable): Promise<ListedRule[]> {
  const { rows } = await db.query<ListedRule>(
    `select subject, value, verdict, act_id, ${instant('changed_at')} as since, people, example
     from trust_rules cross join lateral (
       select count(*)::int as people, (array_agg(email order by joined_position desc))[1] as example
       from waitlist_entries where erased_at is null and case subject
         when 'domain' then substring(email from '[^@]*$') = value
         else joined_position in (select position from join_traces where block::text = value) end) as about
     where is_active order by changed_at desc, value`,
  )
  return rows
}
