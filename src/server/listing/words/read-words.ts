import type { WordsQuery } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import { NO_COLUMNS as NO_ANSWERS } from '#shared/site/questions.ts'
import { toSearch } from '#shared/list/search.ts'
import { fold } from '#shared/list/search-text.ts'
import type { Words } from '#shared/site/words.ts'
import type { Queryable } from '../../db/pool.ts'
import { type ColumnStore, NO_COLUMNS } from '../columns/column-store.ts'
import { createValues, isInSearchText, isRolledUp, passing, type Values } from '../sql/conditions.ts'
import { readCalendar } from '../sql/read-calendar.ts'
import { fewOrAll } from '../sql/sorted-page.ts'
import { groupWords } from './group-words.ts'

/** If there are more texts, only the newest are grouped. */
const MOST_TEXTS = 10_000

/** Reads the texts that people who pass the filters wrote as answers to one question, and groups them by likeness. */
export async function readWords(
  db: Queryable,
  query: WordsQuery,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
  mostTexts = MOST_TEXTS,
): Promise<Words> {
  const calendar = await readCalendar(db)
  const clock = { now, timeZone: calendar.timeZone }
  const wanted = fold(query.find ?? '').trim()
  const filters = withFind(query)
  const found = await columns.find({ filters, period: periodOf(query, clock), calendar })
  const values = createValues()
  const written = writtenColumn(query.question, values)
  const passed = `select e.joined_position, ${written} as text
    from ${passing('entries', { filters, clock, found }, values)} and ${written} is not null
      ${query.q && wanted ? `and ${isInSearchText(wanted, values)}` : ''}`
  const sorted = `order by joined_position desc limit ${values.add(mostTexts + 1)}`
  const { rows } = await db.query<{ text: string }>(
    found || isRolledUp(filters) ? `${passed} ${sorted}` : fewOrAll(passed, sorted),
    values.list,
  )
  const texts = rows
    .slice(0, mostTexts)
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '' && fold(text).includes(wanted))
  const { groups, total } = await groupWords(texts, query)
  return { people: texts.length, is_cut: rows.length > mostTexts, groups, total }
}

/**
 * The filters with `find` as their search, because an index answers a search. Unchanged if they have a search already,
 * or if `find` would mean something else as a search, such as a position.
 */
function withFind(query: WordsQuery): WordsQuery {
  const { q, find } = query
  return q || !find || !('text' in toSearch(find.trim())) ? query : { ...query, q: find.trim() }
}

function writtenColumn(question: string, values: Values): string {
  return Object.hasOwn(NO_ANSWERS, question) ? `e.${question}` : `e.further_answers ->> ${values.add(question)}`
}
