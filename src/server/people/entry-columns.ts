import { answerColumnsOf } from './answer-columns.ts'
import { instant } from '../db/query.ts'

export const NAMED_ENTRIES = `(select w.*, n.full_name from waitlist_entries w left join full_names n on n.entry_id = w.id)`

export const ENTRY_COLUMNS = `e.id, e.email, e.position, e.referral_code, e.used_referral_code, e.named_code, e.referrals,
  ${answerColumnsOf('e')}, ${instant('e.created_at')} as created_at,
  (select n.full_name from full_names n where n.entry_id = e.id) as full_name,
  e.joined_position, l.is_referred, e.utm ->> 'source' as utm_source, e.language,
  (select b.kind from mail_bounces b where b.entry_id = e.id) as mail_problem,
  e.state, e.is_rejected as rejected, e.is_doubtful as doubtful, ${instant('e.confirmed_at')} as confirmed_at,
  array(select tag from entry_tags t where t.entry_id = e.id order by tag) as tags,
  (select coalesce(json_agg(r order by r.friends, r.reached_at), '[]') from (
    select milestone_id, friends, words, r.state, because, ${instant('reached_at')} as reached_at,
      ${instant('handed_out_at')} as handed_out_at, c.code
    from rewards r join milestones m on m.id = milestone_id left join reward_codes c using (milestone_id, entry_id)
    where entry_id = e.id) as r) as rewards`

export const PROFILE_COLUMNS = `coalesce((select n.is_unproven from full_names n where n.entry_id = e.id), false) as name_unproven,
  e.rejected_before, e.is_unproven as unproven,
  (select b.reason from mail_bounces b where b.entry_id = e.id) as mail_problem_reason`
