import type { ImportQuery, ImportReport, LineNote, Notes } from '#shared/imports.ts'
import type { FileRow } from './read-rows.ts'

const MOST_NOTES = 100
const MOST_PEOPLE = 5

/** Counts what an import would do, and keeps the first of each kind. */
export type Tally = Pick<
  ImportReport,
  'rows' | 'fresh' | 'known' | 'refused' | 'left_out' | 'codes' | 'friends' | 'people'
>

export function createTally(): Tally {
  return {
    rows: 0,
    fresh: 0,
    known: 0,
    refused: noNotes(),
    left_out: noNotes(),
    codes: { kept: 0, alike: noNotes() },
    friends: { named: 0, counted: 0 },
    people: [],
  }
}

export function noNotes(): Notes {
  return { count: 0, first: [] }
}

export function note(notes: Notes, ...lines: LineNote[]): void {
  notes.count += lines.length
  if (notes.first.length < MOST_NOTES) notes.first.push(...lines.slice(0, MOST_NOTES - notes.first.length))
}

/** Keeps the people who are first in line: the last ones of a file that is read from its end. */
export function addFresh(
  tally: Tally,
  { line, email, created_at, code, friends, answers }: FileRow,
  order: ImportQuery['order'],
): void {
  tally.fresh += 1
  if (order === 'file' && tally.people.length === MOST_PEOPLE) return
  const { further_answers, ...columns } = answers
  const texts = Object.values({ ...columns, ...further_answers }).flatMap((answer) =>
    typeof answer === 'boolean' ? (answer ? 'Solo' : 'Group') : (answer ?? []),
  )
  const shown = { answers: texts.filter(Boolean), referral_code: code, referrals: friends }
  const person = { line, email, created_at, ...shown }
  if (order === 'file') tally.people.push(person)
  else tally.people = [person, ...tally.people].slice(0, MOST_PEOPLE)
}
