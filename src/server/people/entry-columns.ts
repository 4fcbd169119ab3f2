import { answerColumnsOf } from './answer-columns.ts'
import { instant } from './instant.ts'

/** The columns of an entry that the owner sees, from `waitlist_entries e` and `is_referred` of `l`. */
export const ENTRY_COLUMNS = `e.id, e.email, e.position, e.referral_code, e.used_referral_code, e.referrals,
  ${answerColumnsOf('e')}, ${instant('e.created_at')} as created_at,
  e.joined_position, l.is_referred, e.utm ->> 'source' as utm_source,
  (select b.kind from mail_bounces b where b.entry_id = e.id) as mail_problem,
  e.state, e.is_rejected as rejected, e.is_doubtful as doubtful, ${instant('e.confirmed_at')} as confirmed_at,
  array(select tag from entry_tags t where t.entry_id = e.id order by tag) as tags`

/** The further columns of a profile. */
export const PROFILE_COLUMNS = `e.rejected_before, e.is_unproven as unproven,
  (select b.reason from mail_bounces b where b.entry_id = e.id) as mail_problem_reason`
