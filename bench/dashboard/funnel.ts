import type pg from 'pg'
import { paths } from '#shared/site/paths.ts'
import { foldCounts } from '../../src/server/analytics/queries.ts'
import { type Baseline, timesOf } from './baseline.ts'
import type { Owner } from './owner.ts'
import { median, ms } from '../statistics.ts'

/** 18 events of 3 sources in each quarter hour, as a busy site may have: 622,080 counts. */
const DAYS = 120
const FOLDED_AT_ONCE = 10_000

const BY_QUARTER_HOURS = `select event, detail, sum(count)::float8 as count from analytics_counts
  where bucket >= '-infinity' and bucket < 'infinity' group by event, detail`

type Note = (what: string, wanted: string, measured: number, holds: (measured: number) => boolean) => void

/** Compares the time that four busy months add to a summary with the time of a plain sum of their quarter hours. */
export async function benchFunnel({ owner, baseline, note }: { owner: Owner; baseline: Baseline; note: Note }) {
  const summary = async () => median(await timesOf(20, () => owner.get(`${paths.api.adminSummary}?range=all`)))
  const quiet = await summary()
  const db = { query: baseline.query } as pg.Pool
  await baseline.query(
    `insert into analytics_counts (bucket, event, detail, utm_source, count)
     select date_bin('15 minutes', now(), '2026-01-01') - quarter * interval '15 minutes', 'page_view', '/page-' || page,
       'source-' || source, 1 + page
     from generate_series(1, ${DAYS} * 96) as quarter, generate_series(1, 18) as page, generate_series(1, 3) as source`,
  )
  while ((await foldCounts(db, { before: new Date(), limit: FOLDED_AT_ONCE })) > 0);
  await baseline.query('vacuum analyze analytics_counts')
  const plain = median(await timesOf(5, () => baseline.query(BY_QUARTER_HOURS)))
  const busy = await summary()
  await baseline.query('truncate analytics_counts, analytics_days')
  note(
    `what ${DAYS} busy days add to a summary (${ms(busy)} instead of ${ms(quiet)}), against their quarter hours (${ms(plain)})`,
    'at most 0.1 ×',
    Math.max(0, busy - quiet) / plain,
    (ratio) => ratio <= 0.1,
  )
}
