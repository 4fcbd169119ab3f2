import { addDays, startOfDay } from '#shared/values/days.ts'
import { DEFAULT_RANGE, type Filters, type Words, type WordsQuery } from '#shared/list/filters.ts'
import { type Period, periodOf } from '#shared/list/period.ts'
import { summarize } from '#shared/list/summarize.ts'
import { percentOf } from '#shared/values/numbers.ts'
import { site } from '#shared/site/site.ts'
import type { ChartItem, Overview, Questionable, Summary } from '#shared/list/summary.ts'
import { readFunnel } from '../http/counts.ts'
import type { Tally } from '#shared/list/tally.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { readBehind } from '../people/events/followers.ts'
import { createValues, isInSearchText, isRolledUp, matching, passing, type Values } from './sql/conditions.ts'
import { type Calendar, readCalendar, readTally, toTally, upToSameTime } from './sql/read-tally.ts'
import { paths } from '#shared/site/paths.ts'
import { findRow, findRows, instant, type Pool, type Queryable } from '../db/query.ts'
import { FOLLOWER } from './log/catch-up.ts'
import { NO_COLUMNS as NO_ANSWERS } from '#shared/site/questions.ts'
import { toSearch } from '#shared/list/search.ts'
import { fold } from '#shared/list/search-text.ts'
import { fewOrAll } from './sql/sorted-page.ts'

export async function readSummary(
  pool: Pool,
  filters: Filters,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<Summary> {
  const calendar = await readCalendar(pool)
  columns.warmUp(calendar)
  const period = periodOf(filters, { now, timeZone: calendar.timeZone })
  const question = { filters, period, now, calendar }
  const [tally, funnel, questionable, languages, behind] = await Promise.all([
    tallyOf(pool, question, columns),
    readFunnel(pool, instantsOf(period)),
    countQuestionable(pool, question),
    countLanguages(pool, question),
    readBehind(pool, FOLLOWER),
  ])
  const uncounted = { joins: behind.joins, seconds: Math.floor(behind.age), missing: behind.set_aside }
  return { ...summarize(tally, period), funnel, questionable, languages, uncounted }
}

async function countLanguages(
  pool: Pool,
  { filters, period }: { filters: Filters; period: Period },
): Promise<ChartItem[]> {
  if (site().languages.length === 1) return []
  const values = createValues()
  const { from, to, time_zone } = period
  const matches = matching('entries', { filters, days: { from, to }, timeZone: time_zone }, values)
  const counts = await findRows<{ name: string; value: number }>(
    pool,
    `select e.language as name, count(*)::int as value from ${matches} group by 1 order by 2 desc, 1`,
    values.list,
  )
  const total = counts.reduce((sum, { value }) => sum + value, 0)
  return counts.map((count) => ({ ...count, percentage: percentOf(count.value, total) }))
}

async function countQuestionable(
  pool: Pool,
  { filters, period }: { filters: Filters; period: Period },
): Promise<Questionable> {
  const values = createValues()
  const { from, to, time_zone } = period
  const matches = matching('entries', { filters, days: { from, to }, timeZone: time_zone }, values)
  return (await findRow<Questionable>(
    pool,
    `select count(*) filter (where not e.is_rejected)::int as doubtful, count(*) filter (where e.is_rejected)::int as rejected
     from ${matches} and (e.is_doubtful or e.is_rejected)`,
    values.list,
  ))!
}

async function tallyOf(
  pool: Pool,
  question: { filters: Filters; period: Period; now: Date; calendar: Calendar },
  columns: ColumnStore,
): Promise<Tally> {
  const { period, calendar } = question
  const row = await columns.count(question)
  const tally = row ? toTally(row, period, calendar.slots) : await readTally(pool, question, calendar.slots)
  return upToSameTime(pool, tally, question)
}

function instantsOf({ from, to, time_zone }: Period): { from: Date; to: Date } {
  return {
    from: from === null ? new Date(0) : startOfDay(from, time_zone),
    to: to === null ? new Date(Date.UTC(3000, 0)) : startOfDay(addDays(to, 1), time_zone),
  }
}

/** How many people stand where in line, and how many visits each source brought in the usual range. */
export async function readOverview(pool: Pool, now: Date): Promise<Overview> {
  const { timeZone } = await readCalendar(pool)
  const { from } = periodOf({ range: DEFAULT_RANGE }, { now, timeZone })
  return (await findRow<Overview>(
    pool,
    `with states as (
       select count(*) filter (where state = 'invited') as invited, count(*) filter (where state = 'admitted') as admitted
       from waitlist_entries where erased_at is null and state <> 'waiting'),
     sources as (
       select utm_source as source, sum(count) as visits from analytics_counts
       where event = 'page_view' and detail = $1 and bucket >= $2 group by utm_source)
     select (entries - invited - admitted)::int as waiting, invited::int, admitted::int,
       (select coalesce(json_agg(sources order by visits desc, source), '[]') from sources) as visits
     from waitlist_counter, states where id = 1`,
    [paths.home, startOfDay(from!, timeZone)],
  ))!
}

/** Only the newest texts are searched, because they are folded outside the database. */
const MOST_SEARCHED = 10_000

/** The newest first. `find`: in the answer itself, ignoring case and accents. */
export async function readWords(
  db: Queryable,
  query: WordsQuery,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<Words> {
  const calendar = await readCalendar(db)
  const clock = { now, timeZone: calendar.timeZone }
  const wanted = fold(query.find ?? '').trim()
  const filters = withFind(query)
  const found = await columns.find({ filters, period: periodOf(query, clock), calendar })
  const values = createValues()
  const written = writtenColumn(query.question, values)
  const passed = `select e.id, e.joined_position, ${instant('e.created_at')} as created_at, ${written} as text
    from ${passing('entries', { filters, clock, found }, values)} and ${written} ~ '\\S'
      ${query.q && wanted ? `and ${isInSearchText(wanted, values)}` : ''}`
  const sorted = `order by joined_position desc limit ${values.add(wanted ? MOST_SEARCHED : query.limit + 1)}`
  const { rows } = await db.query<Words['texts'][number]>(
    found || isRolledUp(filters) ? `${passed} ${sorted}` : fewOrAll(passed, sorted),
    values.list,
  )
  const texts = rows.filter(({ text }) => fold(text).includes(wanted))
  return {
    texts: texts.slice(0, query.limit).map(({ id, text, created_at }) => ({ id, text, created_at })),
    is_cut: texts.length > query.limit,
  }
}

/** An index answers a search. Unchanged if there is one already, or if `find` would mean something else there, such as a position. */
function withFind(query: WordsQuery): WordsQuery {
  const { q, find } = query
  return q || !find || !('text' in toSearch(find.trim())) ? query : { ...query, q: find.trim() }
}

function writtenColumn(question: string, values: Values): string {
  return Object.hasOwn(NO_ANSWERS, question) ? `e.${question}` : `e.further_answers ->> ${values.add(question)}`
}
