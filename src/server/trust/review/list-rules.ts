import type { ListedRule } from '#shared/list/reviews.ts'
import type { Queryable } from '../../db/pool.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../../people/addresses/email-keys.ts'
import { instant } from '../../people/instant.ts'
import { type RuleSubject, valueOf } from '../rules.ts'

type RuleRow = Omit<ListedRule, 'people' | 'example'>

type About = Pick<ListedRule, 'people' | 'example'> & { value: string }

/**
 * The rules in force, the newest first, each with the number of people that it is about, and the email of the one who
 * joined last.
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
    // One query for all rules of a subject.
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
