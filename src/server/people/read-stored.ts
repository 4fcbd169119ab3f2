import type { Answers } from '#shared/site/answers.ts'
import type { Utm } from '#shared/joining/join.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from './instant.ts'
import { OPTED_OUT_SINCE } from './addresses/opted-out.ts'

export type Stored = {
  used_referral_code: string | null
  utm: Utm | null
  elapsed_ms: number | null
  no_mail_since: string | null
  no_updates_since: string | null
  privacy_version: string | null
  mail_problem: { kind: 'bounce' | 'complaint'; reason: string; at: string } | null
  another_email: { email: string | null; asked_at: string[] } | null
  codes: { code: string; created_at: string }[]
  revisions: { answers: Answers; replaced_at: string; is_unproven: boolean }[]
}

export async function readStored(db: Queryable, id: string): Promise<Stored | null> {
  const { rows } = await db.query<Stored>(
    `select used_referral_code, utm, elapsed_ms, privacy_version,
       ${instant(OPTED_OUT_SINCE)} as no_mail_since, ${instant('updates_off_at')} as no_updates_since,
       (select json_build_object('kind', kind, 'reason', reason, 'at', ${instant('b.created_at')})
         from mail_bounces b where b.entry_id = e.id) as mail_problem,
       (select json_build_object('email', c.email,
           'asked_at', (select json_agg(${instant('asked')} order by asked) from unnest(c.recent) as asked))
         from email_changes c where c.entry_id = e.id) as another_email,
       (select json_agg(json_build_object('code', code, 'created_at', ${instant('c.created_at')})
         order by c.created_at, code) from referral_codes c where c.entry_id = e.id) as codes,
       (select coalesce(json_agg(json_build_object('answers', answers, 'replaced_at', ${instant('replaced_at')},
           'is_unproven', r.is_unproven)
         order by replaced_at desc, r.id desc), '[]') from entry_revisions r where r.entry_id = e.id) as revisions
     from waitlist_entries e where id = $1 and (erased_at is null)`,
    [id],
  )
  return rows[0] ?? null
}
