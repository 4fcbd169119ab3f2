import type { Invariant } from '../db/invariant.ts'

export const ACCOUNT_INVARIANTS: Invariant[] = [
  {
    rule: 'Once there is an account, an enabled owner can sign in',
    unit: 'accounts',
    count: 'select count(*) from accounts',
    offenders: `select id from accounts where not exists (
      select from accounts where role = 'owner' and disabled_at is null and password is not null)`,
  },
]
