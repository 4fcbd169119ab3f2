import type { Invariant } from '../db/invariant.ts'

const OPEN = `state in ('waiting', 'sent')`

/** The rules for waves and invitations. */
export const WAVE_INVARIANTS: Invariant[] = [
  {
    rule: 'Nobody has two open invitations, and nobody accepts twice',
    unit: 'invitations',
    count: 'select count(*) from invitations',
    offenders: `select entry_id, count(*) filter (where ${OPEN})::int as open,
        count(*) filter (where state = 'accepted')::int as accepted
      from invitations group by entry_id
      having count(*) filter (where ${OPEN}) > 1 or count(*) filter (where state = 'accepted') > 1
        or (count(*) filter (where ${OPEN}) > 0 and count(*) filter (where state = 'accepted') > 0)`,
  },
  {
    rule: 'An entry is invited while an invitation of theirs is open, and admitted once they accept; otherwise it waits, and nobody who is rejected or erased has an open one',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries',
    offenders: `select id, state, expected from (
        select e.id, e.state, case when e.erased_at is not null then 'waiting'
          when exists (select from invitations i where i.entry_id = e.id and i.state = 'accepted') then 'admitted'
          when exists (select from invitations i where i.entry_id = e.id and i.state in ('waiting', 'sent')) then 'invited'
          else 'waiting' end as expected
        from waitlist_entries e) as entries
      where state <> expected
      union all select entry_id, case when e.erased_at is null then 'rejected' else 'erased' end, invitations.state
        from invitations join waitlist_entries e on e.id = entry_id
        where (e.erased_at is not null or e.is_rejected) and invitations.state in ('waiting', 'sent')`,
  },
  {
    rule: 'An invitation has the times of its state, in their order',
    unit: 'invitations',
    count: 'select count(*) from invitations',
    offenders: `select id, state, sent_at, ends_at, accepted_at, closed_at from invitations
      where (state in ('sent', 'accepted') and sent_at is null) or (state = 'sent' and ends_at is null)
        or (state = 'waiting' and sent_at is not null) or (state = 'accepted') <> (accepted_at is not null)
        or (state in ('ended', 'called back', 'dropped')) <> (closed_at is not null)
        or (state = 'called back' and sent_at is not null) or redeemed_at < accepted_at
        or (is_vacant and state not in ('ended', 'dropped'))`,
  },
  {
    rule: 'Every invitation belongs to a wave, and no wave has more open or accepted ones than seats',
    unit: 'waves',
    count: 'select count(*) from waves',
    offenders: `select wave_id, seats, count(*) filter (where state in ('waiting', 'sent', 'accepted'))::int as held
      from invitations left join waves on waves.id = wave_id group by wave_id, seats
      having seats is null or count(*) filter (where state in ('waiting', 'sent', 'accepted')) > seats`,
  },
]
