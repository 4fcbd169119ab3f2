import type { Readers } from '#shared/list/reader-texts.ts'
import { SEAT_REASONS, type SeatReason, type WavePreview, type WavePreviewRequest } from '#shared/list/waves.ts'
import type { Filters } from '#shared/list/filters.ts'
import { readersOf } from '../people/count-readers.ts'
import { requireLevel } from '../listing/log/catch-up.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import { BUCKETS, ranksOf } from '../people/places/read-ranks.ts'
import { type InLine, readLine } from './seats.ts'
import { inTransaction, type Pool, type Queryable } from '../db/query.ts'

const PAGE_SIZE = 100

/** In launch order; after them those whom it would pass over. */
export async function previewWave(
  pool: Pool,
  { select, includes_ended: includesEnded, offset }: WavePreviewRequest,
): Promise<WavePreview> {
  await requireLevel(pool)
  return inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    const { timeZone } = await readCalendar(tx)
    const passedOver = new Map<SeatReason, number>()
    const next: InLine[] = []
    const left: InLine[] = []
    let people = 0
    const line = { filters: select.filters as Filters, count: select.count, ids: select.ids, includesEnded }
    for await (const slice of readLine(tx, line, { now: new Date(), timeZone })) {
      for (const person of slice) {
        const { reason } = person
        if (reason) passedOver.set(reason, (passedOver.get(reason) ?? 0) + 1)
        if (!reason) next.push(person)
        else if (left.length < offset + PAGE_SIZE) left.push(person)
      }
      people += slice.length
    }
    const { rows: readers } = await tx.query<Readers[number]>(
      'select language, count(*)::int as people from waitlist_entries where id = any($1) group by 1',
      [next.map(({ id }) => id)],
    )
    const reasons = Object.keys(SEAT_REASONS) as SeatReason[]
    return {
      invited: next.length,
      passed_over: reasons.flatMap((reason) => {
        const count = passedOver.get(reason)
        return count === undefined ? [] : { reason, people: count }
      }),
      people: await readPeople(tx, [...next, ...left].slice(offset, offset + PAGE_SIZE)),
      readers: readersOf(readers),
      next_offset: people > offset + PAGE_SIZE ? offset + PAGE_SIZE : null,
    }
  })
}

async function readPeople(db: Queryable, line: InLine[]): Promise<WavePreview['people']> {
  const { rows } = await db.query<Omit<WavePreview['people'][number], 'reason'>>(
    `with ${BUCKETS}, ranks as materialized (${ranksOf('select unnest($1::uuid[])')})
     select e.id, e.email, e.business_name, e.position, ranks.rank::int, e.referrals,
       coalesce(nullif(btrim(e.job_industry), ''), 'Unknown') as industry
     from unnest($1::uuid[]) with ordinality as asked (id, place) join waitlist_entries e on e.id = asked.id
       left join ranks using (joined_position)
     order by place`,
    [line.map(({ id }) => id)],
  )
  const reasons = new Map(line.map(({ id, reason }) => [id, reason]))
  return rows.map((row) => ({ ...row, reason: reasons.get(row.id) ?? null }))
}
