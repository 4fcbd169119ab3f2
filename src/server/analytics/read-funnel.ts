import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { Funnel } from '#shared/list/summary.ts'
import type { Queryable } from '../db/pool.ts'
import { sumCounts } from './queries.ts'

/** `from` and `to` are multiples of 15 minutes, as midnight is in every time zone. The last few seconds may be missing. */
export async function readFunnel(db: Queryable, range: { from: Date; to: Date }): Promise<Funnel> {
  const counts = await sumCounts(db, range)
  const total = (event: string, detail?: string) =>
    counts
      .filter((row) => row.event === event && (detail === undefined || row.detail === detail))
      .reduce((sum, { count }) => sum + count, 0)

  return {
    visits: total('page_view', paths.home),
    emails: total('page_view', paths.form),
    steps: site().questions.map(({ name }) => ({ name, completed: total('form_step_complete', name) })),
    submissions: total('waitlist_submission'),
    shares: total('share'),
  }
}
