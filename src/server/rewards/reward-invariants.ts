import type { Invariant } from '../db/invariant.ts'
import { unsettledBy } from '../events/unread.ts'

export const REWARD_INVARIANTS: Invariant[] = [
  {
    rule: 'Whoever has the friends of a milestone has earned it, and nobody else waits for it',
    unit: 'rewards',
    count: 'select count(*) from rewards',
    offenders: `select m.id, e.id as entry_id, m.friends, e.referrals, r.state
      from milestones m cross join waitlist_entries e left join rewards r on r.milestone_id = m.id and r.entry_id = e.id
      where m.ended_at is null and e.id not in (${unsettledBy('rewards')}) and case
        when e.erased_at is not null then r.state is not null
        when e.referrals >= m.friends then r.state is null or r.because = 'below'
        else r.state = 'earned' end`,
  },
  {
    rule: 'Whoever was handed out a reward with a code has one code, and nobody else has one',
    unit: 'codes',
    count: 'select count(*) from reward_codes',
    offenders: `select m.id, coalesce(r.entry_id, c.entry_id) as entry_id, r.state, c.code is not null as has_code
      from (select * from rewards where state = 'handed-out') as r
        full join (select * from reward_codes where entry_id is not null) as c
          on c.milestone_id = r.milestone_id and c.entry_id = r.entry_id
        join milestones m on m.id = coalesce(r.milestone_id, c.milestone_id) and m.does = 'code'
      where r.entry_id is null or c.code is null`,
  },
]
