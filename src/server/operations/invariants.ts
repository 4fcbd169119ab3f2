import type pg from 'pg'
import { ACCOUNT_INVARIANTS } from '../accounts/accounts.ts'
import { ANALYTICS_INVARIANTS, STANDING_INVARIANTS } from './standing-invariants.ts'
import type { Invariant } from '../db/invariant.ts'
import { MAX_REVISIONS_PER_ENTRY } from '#shared/joining/joining-again.ts'
import { listingInvariants } from '../listing/listing-invariants.ts'
import { RANK_INVARIANTS } from '../people/places/rank-invariants.ts'
import type { Rest } from '../base/rest.ts'
import { creditInvariants } from '../trust/credit.ts'
import { sqlList, type Transaction } from '../db/query.ts'

/** `offending`: the first rows that break the rule; empty when it holds. */
export type Verdict = { rule: string; checked: number; unit: string; offending: object[] }

const MOST_SHOWN = 20

/** All rows that name an entry, each with that entry's id. */
const OWNED = `
  select 'code' as kind, entry_id as owner from referral_codes where entry_id is not null
  union all select 'inviter', inviter_id from waitlist_entries where inviter_id is not null
  union all select 'act', entry_id from act_entries where state in ('changed', 'unchanged')
  union all select 'friends of before', entry_id from imported_friends
  union all select 'invitation', entry_id from invitations
  union all select 'tag', entry_id from entry_tags
  union all select 'note', entry_id from entry_notes
  union all select 'key of an address', entry_id from email_keys
  union all select 'revision', entry_id from entry_revisions
  union all select 'full name', entry_id from full_names
  union all select 'delivery', subject from outbox
    where channel not in ('send-contact-message', 'send-opening', 'run-act', 'run-sync', 'forget-statistics', 'tell-endpoint')
  union all select 'delivery about a friend', friend_id from outbox
    where friend_id is not null and channel not in ('send-update', 'send-reward')
  union all select 'reward', entry_id from rewards
  union all select 'name on the leaderboard', entry_id from board_names
  union all select 'code of a reward', entry_id from reward_codes where entry_id is not null
  union all select 'wish for no more mail', entry_id from mail_opt_outs
  union all select 'ended tokens', entry_id from token_generations
  union all select 'former address', entry_id from former_addresses`

/** The kinds of rows that may belong to people whose request to join still waits. */
const OF_REQUESTS = sqlList(['delivery', 'wish for no more mail', 'ended tokens'])

/** The rules that always hold for the waitlist, see README.md. */
const OWN_INVARIANTS: Invariant[] = [
  {
    rule: 'There is one entry per email',
    unit: 'emails',
    count: 'select count(email) from waitlist_entries',
    offenders: `select min(id::text) as id, max(id::text) as other_id, count(*)::int as entries
      from waitlist_entries where email is not null group by email having count(*) > 1`,
  },
  {
    rule: 'The joining positions are 1 to N, without a gap or a repeat',
    unit: 'positions',
    count: 'select count(*) from waitlist_entries',
    offenders: `select id, joined_position, before + 1 as expected from (
        select id, joined_position, lag(joined_position, 1, 0) over (order by joined_position) as before
        from waitlist_entries) as entries
      where joined_position <> before + 1`,
  },
  {
    rule: 'Every code handed out resolves to exactly one entry, or is a named code',
    unit: 'codes',
    count: 'select count(*) from referral_codes',
    offenders: `with handed_out as (
        select id as entry_id, referral_code as code from waitlist_entries
        union select id, newest_code from waitlist_entries
        union select entry_id, code from referral_codes where code not in (select code from named_codes))
      select h.code, h.entry_id, min(c.entry_id::text) as resolves_to, count(e.id)::int as entries
      from handed_out h left join referral_codes c using (code) left join waitlist_entries e on e.id = c.entry_id
      group by h.code, h.entry_id
      having count(e.id) <> 1 or min(c.entry_id::text) <> h.entry_id::text or
        (h.code !~ '^[A-Z0-9]{6}$' and bool_and(c.imported_by is null))`,
  },
  {
    rule: 'Every row that names an entry names one that exists',
    unit: 'rows',
    count: `select count(*) from (${OWNED}) as owned`,
    offenders: `select kind, owner from (${OWNED}) as owned
      where not exists (select from waitlist_entries where id = owner)
        and not (kind in (${OF_REQUESTS}) and exists (select from join_requests where person_id = owner))`,
  },
  {
    rule: 'Each entry knows how many codes it has',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries',
    offenders: `select e.id, code_count, count(c.code)::int as codes
      from waitlist_entries e left join referral_codes c on c.entry_id = e.id
      group by e.id having code_count <> count(c.code)`,
  },
  {
    rule: `No entry keeps more than ${MAX_REVISIONS_PER_ENTRY} earlier answers`,
    unit: 'rows',
    count: 'select count(*) from entry_revisions',
    offenders: `select entry_id, count(*)::int as kept
      from entry_revisions group by entry_id having count(*) > ${MAX_REVISIONS_PER_ENTRY}`,
  },
  {
    rule: 'The counter equals a recount',
    unit: 'counter',
    count: 'select count(*) from waitlist_counter',
    offenders: `select last_position, highest, entries, recounted
      from (select coalesce(max(joined_position), 0) as highest, count(*) filter (where erased_at is null) as recounted
        from waitlist_entries) as recount left join waitlist_counter on true
      where last_position is distinct from highest or entries is distinct from recounted`,
  },
]

const invariants = (): Invariant[] => [
  ...OWN_INVARIANTS,
  ...STANDING_INVARIANTS,
  ...creditInvariants(),
  ...listingInvariants(),
  ...RANK_INVARIANTS,
  ...ANALYTICS_INVARIANTS,
  ...ACCOUNT_INVARIANTS,
]

/** Checks every rule on one snapshot of a live database. Takes a client, because a snapshot is a transaction. */
export async function checkInvariants(client: pg.ClientBase): Promise<Verdict[]> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await findVerdicts(client)
  } finally {
    await client.query('rollback')
  }
}

/** Checks every rule inside a transaction. The check also sees the transaction's own changes. */
export async function findVerdicts(tx: Transaction, rest: Rest = async () => {}): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { rule, unit, count, offenders } of invariants()) {
    const { rows } = await tx.query<{ count: string }>(count)
    const offending =
      typeof offenders === 'string'
        ? (await tx.query<object>(`${offenders} limit ${MOST_SHOWN}`)).rows
        : await offenders(tx, MOST_SHOWN, rest)
    verdicts.push({ rule, unit, checked: Number(rows[0]?.count), offending })
    await rest()
  }
  return verdicts
}
