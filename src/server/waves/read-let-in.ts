import type { LetIn } from '#shared/joining/place.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from '../people/instant.ts'

const MOST_SHOWN = 20

export async function readLetIn(db: Queryable): Promise<LetIn[]> {
  const { rows } = await db.query<LetIn>(
    `select ${instant('ready_at')} as at, people from waves w cross join lateral (
       select count(*)::int as people from invitations i
       where i.wave_id = w.id and i.state in ('waiting', 'sent', 'accepted')) as let_in
     where ready_at is not null and people > 0 order by w.id desc limit ${MOST_SHOWN}`,
  )
  return rows
}
