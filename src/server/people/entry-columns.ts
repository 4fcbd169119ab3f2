import { IS_UNCONFIRMED } from './unconfirmed.ts'
import { answerColumnsOf } from './answer-columns.ts'

/** The columns of an entry that the owner sees, from `waitlist_entries e` and `entry_listing l`. */
export const ENTRY_COLUMNS = `e.id, e.email, e.position, e.referral_code, e.used_referral_code, e.referrals,
  ${answerColumnsOf('e')}, to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  e.joined_position, l.is_referred, e.utm ->> 'source' as utm_source, ${IS_UNCONFIRMED} as unconfirmed,
  (select b.kind from mail_bounces b where b.entry_id = e.id) as mail_problem`

/** What the owner and the person decided about the entry. */
export const STANDING_COLUMNS = `e.state, e.is_rejected as rejected, e.rejected_before, e.is_unproven as unproven, e.is_doubtful as doubtful,
  to_char(e.confirmed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as confirmed_at,
  (select b.reason from mail_bounces b where b.entry_id = e.id) as mail_problem_reason`
