import type { Invariant } from '../db/invariant.ts'

/** The rules for the log of what happened to entries. */
export const eventInvariants: Invariant[] = [
  {
    rule: 'The log has every event that was numbered, apart from those of people who left',
    unit: 'events',
    count: 'select count(*) from events',
    offenders: `select last_event, forgotten_events, events, newest
      from waitlist_counter, (select count(*) as events, coalesce(max(seq), 0) as newest from events) as log
      where last_event - forgotten_events <> events or newest > last_event
        or (select max(seq) from followers) > last_event`,
  },
  {
    rule: 'The log says once of everybody on the list that they joined, before anything else',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select id, joined_position, joins from waitlist_entries left join (
        select entry_id, count(*) filter (where kind = 'joined') as joins,
          min(seq) filter (where kind = 'joined') = min(seq) as is_first
        from events group by entry_id) as log on entry_id = id
      where erased_at is null and (joins is distinct from 1 or not is_first)`,
  },
  {
    rule: 'The log names only entries, and says of people who left that they did, until their events are deleted',
    unit: 'events',
    count: 'select count(*) from events',
    offenders: `select seq, kind, entry_id from events v left join waitlist_entries e on e.id = entry_id
      where e.id is null or erased_at is not null
        and not exists (select from events l where l.entry_id = v.entry_id and l.kind = 'left')`,
  },
  {
    rule: 'No entry is set aside because its events could not be followed',
    unit: 'entries',
    count: 'select count(*) from waitlist_entries where erased_at is null',
    offenders: `select follower, entry_id, joined_position, error, since
      from events_set_aside left join waitlist_entries e on e.id = entry_id`,
  },
]
