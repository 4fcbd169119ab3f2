import type { Words, WordsQuery } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import { NO_COLUMNS as NO_ANSWERS } from '#shared/site/questions.ts'
import { toSearch } from '#shared/list/search.ts'
import { fold } from '#shared/list/search-text.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { createValues, isInSearchText, isRolledUp, passing, type Values } from './sql/conditions.ts'
import { readCalendar } from './sql/read-tally.ts'
import { fewOrAll } from './sql/sorted-page.ts'
import { instant, type Queryable } from '../db/query.ts'

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
