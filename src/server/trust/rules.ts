import type { ListedRule } from '#shared/list/reviews.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { domainKey } from '../base/email-key.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/addresses/email-keys.ts'
import { instant } from '../people/instant.ts'
import { domainOf } from './mailbox.ts'
import { found, type FoundSignal } from './signals.ts'

/** The subject of an owner's rule: a mail domain, or a network by its keyed hash. */
type RuleSubject = 'domain' | 'block'
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
      // If two rules disagree, trust wins: the owner knows these people better than the program does.
      if (told.includes('trust')) return [found('trusted-by-rule')]
      return told.includes('hold') ? [found('held-by-rule')] : []
    },
  }
}

/** A domain may be stored as somebody typed it. */
function valueOf({ subject, value }: Pick<Rule, 'subject' | 'value'>): string {
  return subject === 'domain' ? domainKey(value) : value
}

/**
 * Locks the rule that changed first among those whose people were not judged since; null if there is none, or another
 * server has it.
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

type RuleRow = Omit<ListedRule, 'people' | 'example'>
type About = Pick<ListedRule, 'people' | 'example'> & { value: string }

/**
 * The rules in force, the newest first, each with the number of people that it is about, and the email of the last of
 * them.
 */
export async function listRules(db: Queryable): Promise<ListedRule[]> {
  const { rows } = await db.query<RuleRow>(
    `select subject, value, verdict, act_id, ${instant('changed_at')} as since
     from trust_rules where is_active order by changed_at desc, value`,
  )
  const about = new Map<string, About>()
  for (const [subject, people] of Object.entries(PEOPLE_OF) as [RuleSubject, string][]) {
    const values = rows.filter((rule) => rule.subject === subject).map(valueOf)
    if (values.length === 0) continue
    // One pass over the list for all rules.
    const found = await db.query<About>(
      `select value, count(*)::int as people, (array_agg(email order by joined_position desc))[1] as example
       from (${people}) as people where value = any($1) group by value`,
      [values],
    )
    for (const one of found.rows) about.set(`${subject} ${one.value}`, one)
  }
  return rows.map((rule) => {
    const { people = 0, example = null } = about.get(`${rule.subject} ${valueOf(rule)}`) ?? {}
    return { ...rule, people, example }
  })
}

const PEOPLE_OF: Record<RuleSubject, string> = {
  domain: `select ${KEYED_DOMAIN} as value, email, joined_position from ${KEYED_ENTRIES} as e where erased_at is null`,
  block: `select block::text as value, email, joined_position
    from join_traces join waitlist_entries on id = entry_id where block is not null`,
}
