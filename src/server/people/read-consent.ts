import type { Consent } from '#shared/list/consent.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { OPTED_OUT_SINCE } from './addresses/opted-out.ts'
import { instant } from './instant.ts'

export async function readConsent(db: Queryable, id: string): Promise<Consent> {
  const { rows } = await db.query<Consent>(
    `select e.id, email, ${instant('e.created_at')} as joined_at,
       case when imported_by is null or not is_quiet then 'here' else 'import' end as joined_by, site_version,
       ${instant('confirmed_at')} as confirmed_at, ${instant(OPTED_OUT_SINCE)} as unsubscribed_at,
       ${instant('updates_off_at')} as updates_off_at,
       (select json_build_object('number', number, 'first_shown_at', ${instant('shown_at')}, 'sections', sections)
         from privacy_texts where number::text = privacy_version) as privacy_text
     from waitlist_entries e where id = $1 and erased_at is null`,
    [id],
  )
  if (!rows[0]) throw new AppError('not-found')
  return rows[0]
}
