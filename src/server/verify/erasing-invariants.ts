import { ERASING_CHANNELS } from '#shared/owner/integrations.ts'
import type { Invariant } from '../db/invariant.ts'
import { sqlList } from '../db/sql-list.ts'

const ERASING = sqlList(ERASING_CHANNELS)

/** All rows about a person that erasing deletes, each with that person's id. */
const FORGOTTEN = `
  select 'earlier answers' as kind, entry_id as owner from entry_revisions
  union all select 'submission', entry_id from referral_codes where submission_id is not null
  union all select 'request to join', person_id from join_requests
  union all select 'full name', entry_id from full_names
  union all select 'listing', entry_id from entry_listing
  union all select 'tag', entry_id from entry_tags
  union all select 'note', entry_id from entry_notes
  union all select 'another address', entry_id from email_changes
  union all select 'corrected address', entry_id from email_corrections
  union all select 'row of a file', entry_id from import_rows
  union all select 'key of an address', entry_id from email_keys
  union all select 'wish for no more mail', entry_id from mail_opt_outs
  union all select 'ended tokens', entry_id from token_generations where purpose <> 'place'
  union all select 'former address', entry_id from former_addresses
  union all select 'address that bounces', entry_id from mail_bounces
  union all select 'mails about friends', entry_id from referral_mails
  union all select 'delivery', subject from outbox where channel not in (${ERASING})
  union all select 'delivery about a friend', friend_id from outbox where friend_id is not null
  union all select 'address for a service that is done', r.entry_id from outside_remains r
    join outbox d on d.subject = r.entry_id and d.channel = r.channel and d.state in ('done', 'skipped')`

/**
 * The rules for erased entries, which keep only their number, their codes and the credits; see README.md.
 */
export const ERASING_INVARIANTS: Invariant[] = [
  {
    rule: 'An erased entry keeps no answers and no address',
    unit: 'erased entries',
    count: 'select count(*) from waitlist_entries where erased_at is not null',
    offenders: `select id from waitlist_entries
      where erased_at is not null and (num_nonnulls(email, used_referral_code, business_name, is_solo_provider,
          job_industry, other_problem, other_goal, price_range, further_answers, utm, elapsed_ms, recent_changes,
          confirmed_at, privacy_version, leaving_at, inviter_id, marks, mailbox, rule, submission_id,
          answered_position, seen_at, block) > 0
        or problems <> '{}' or goals <> '{}' or is_rejected or is_accepted or rejected_before or counts or is_unproven or language <> 'en')`,
  },
  {
    rule: 'No other row names an erased entry, except for its codes, its credits, its acts, its invitations, its receipt and the number of its addresses',
    unit: 'rows about people',
    count: `select count(*) from (${FORGOTTEN}) as forgotten`,
    offenders: `select kind, owner from (${FORGOTTEN}) as forgotten
      where exists (select from waitlist_entries where id = owner and erased_at is not null)`,
  },
  {
    rule: 'No answer of an endpoint about an erased person is kept',
    unit: 'answers of endpoints',
    count: 'select count(*) from outbox where endpoint_id is not null and error is not null',
    offenders: `select id, about from outbox where endpoint_id is not null and error is not null
      and exists (select from erasures where entry_id = about)`,
  },
]
