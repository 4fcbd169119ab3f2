import { fold } from '#shared/search-text.ts'
import { NO_COLUMNS as NO_ANSWERS } from '#shared/questions.ts'
import type { WordsQuery } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import type { Words } from '#shared/words.ts'
import type { Queryable } from '../../db/pool.ts'
import { type ColumnStore, NO_COLUMNS } from '../columns/column-store.ts'
import { createValues, isInSearchText, passing, type Values } from '../conditions.ts'
import { readCalendar } from '../read-calendar.ts'
import { groupWords } from './group-words.ts'

/** Beyond, only the newest texts are grouped. */
const MOST_TEXTS = 10_000

/** Reads what the people who pass the filters wrote as one answer, and groups it by likeness. */
export async function readWords(
  db: Queryable,
  query: WordsQuery,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
  mostTexts = MOST_TEXTS,
): Promise<Words> {
  const calendar = await readCalendar(db)
  const clock = { now, timeZone: calendar.timeZone }
  const found = await columns.find({ filters: query, period: periodOf(query, clock), calendar })
  const values = createValues()
  const written = writtenColumn(query.question, values)
  const wanted = fold(query.find ?? '').trim()
  const { rows } = await db.query<{ text: string }>(
    `select ${written} as text from ${passing('entries', { filters: query, clock, found }, values)}
       and ${written} is not null ${wanted === '' ? '' : `and ${isListed(wanted, values)}`}
     order by e.joined_position desc limit ${values.add(mostTexts + 1)}`,
    values.list,
  )
  const texts = rows
    .slice(0, mostTexts)
    .map(({ text }) => text)
    .filter((text) => fold(text).includes(wanted))
  const { groups, total } = await groupWords(texts, query)
  return { people: texts.length, is_cut: rows.length > mostTexts, groups, total }
}

function writtenColumn(question: string, values: Values): string {
  return Object.hasOwn(NO_ANSWERS, question) ? `e.${question}` : `e.further_answers ->> ${values.add(question)}`
}

/** Everybody who has this in any of their answers. */
function isListed(folded: string, values: Values): string {
  return `e.id in (select entry_id from entry_listing where ${isInSearchText(folded, values)})`
}
