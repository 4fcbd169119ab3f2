import type { Invariant } from '../db/invariant.ts'

export const WEBHOOK_INVARIANTS: Invariant[] = [
  {
    rule: 'Every event that an endpoint is to get, or got, has its row and its endpoint',
    unit: 'deliveries to endpoints',
    count: 'select count(*) from webhook_deliveries',
    offenders: `select id, endpoint_id, event_id from webhook_deliveries d
      where not exists (select from webhook_events e where e.id = event_id and e.seq = d.seq)
        or not exists (select from webhook_endpoints where id = endpoint_id)`,
  },
  {
    rule: 'No answer of an endpoint about an erased person is kept',
    unit: 'answers of endpoints',
    count: 'select count(*) from webhook_deliveries where answer is not null',
    offenders: `select id, subject from webhook_deliveries where answer is not null
      and exists (select from erasures where entry_id = subject)`,
  },
]
