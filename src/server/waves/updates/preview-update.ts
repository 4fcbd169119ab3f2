import type { Filters } from '#shared/list/filters.ts'
import type { Readers } from '#shared/list/reader-texts.ts'
import { LEFT_OUT, type LeftOut, type UpdatePreview } from '#shared/list/updates.ts'
import type { Config } from '../../base/config/config.ts'
import { requireLevel } from '../../listing/log/catch-up.ts'
import { createValues, selectIds, widenRange } from '../../listing/sql/conditions.ts'
import { readCalendar } from '../../listing/sql/read-tally.ts'
import { readersOf } from '../../people/count-readers.ts'
import { seatReason } from '../../people/why.ts'
import { findRow, findRows, inTransaction, type Pool, type Queryable } from '../../db/query.ts'

/** SQL: why the person of the entry `e` gets no update; null if they get it. */
const LEFT_OUT_BECAUSE = `case when e.is_rejected then 'rejected'
  else ${seatReason(`when e.updates_off_at is not null then 'only-place'`)} end`

export function readLeftOut(db: Queryable, ids: string[]) {
  return findRows<{ id: string; reason: LeftOut | null }>(
    db,
    `select e.id, ${LEFT_OUT_BECAUSE} as reason from waitlist_entries e
     where e.id = any($1) and e.erased_at is null and e.leaving_at is null`,
    [ids],
  )
}

type Tally = {
  reason: LeftOut | null
  people: number
  most_at_domain: number
  first: string | null
  /** Of all who get it. */
  readers: Readers
}

export async function previewUpdate(
  pool: Pool,
  { filters, budgets }: { filters: Filters; budgets: Config['mailBudgets'] },
): Promise<UpdatePreview> {
  await requireLevel(pool)
  return inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    const { timeZone } = await readCalendar(tx)
    const values = createValues()
    const ids = selectIds(await widenRange(tx, filters), { now: new Date(), timeZone }, values)
    const { rows } = await tx.query<Tally>(
      `with e as materialized (
         select ${LEFT_OUT_BECAUSE} as reason, e.id, e.joined_position, e.language, split_part(e.email, '@', 2) as domain
         from (${ids}) as found join waitlist_entries e using (id)
         where e.erased_at is null and e.leaving_at is null
       ), domains as (select reason, domain, count(*) as people from e group by reason, domain)
       select reason, sum(people)::int as people, max(people)::int as most_at_domain,
         (select id from e where e.reason is not distinct from d.reason order by joined_position limit 1) as first,
         (select coalesce(json_agg(r), '[]') from (
           select language, count(*)::int as people from e where reason is null group by 1) as r) as readers
       from domains d group by reason`,
      values.list,
    )
    const getting = rows.find(({ reason }) => reason === null)
    const reasons = Object.keys(LEFT_OUT) as LeftOut[]
    return {
      people: getting?.people ?? 0,
      left_out: reasons.flatMap((reason) => {
        const found = rows.find((row) => row.reason === reason)
        return found ? [{ reason, people: found.people }] : []
      }),
      minutes: getting ? minutesFor(getting, budgets) : 0,
      example: getting ? await readExample(tx, getting.first!) : null,
      readers: readersOf(rows[0]?.readers ?? []),
    }
  })
}

function readExample(db: Queryable, id: string) {
  return findRow<{ id: string; email: string }>(db, 'select id, email from waitlist_entries where id = $1', [id])
}

/** Updates may use half of the budgets, which are for an hour. */
function minutesFor({ people, most_at_domain }: Tally, { all, domain }: Config['mailBudgets']): number {
  const hours = Math.max(people / Math.max(1, all / 2), most_at_domain / Math.max(1, domain / 2))
  return Math.ceil(hours <= 1 ? people / 20 / 60 : hours * 60)
}
