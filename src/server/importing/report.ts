import type { ImportReport, LineNote, Notes } from '#shared/imports.ts'
import type { FileRow } from './read-rows.ts'

const MOST_NOTES = 100
const MOST_PEOPLE = 5

/** Counts what an import would do, and keeps the first of each kind. */
export type Tally = Pick<
  ImportReport,
  'rows' | 'fresh' | 'known' | 'refused' | 'left_out' | 'codes' | 'friends' | 'people'
>

export function createTally(): Tally {
  const none = (): Notes => ({ count: 0, first: [] })
  return {
    rows: 0,
    fresh: 0,
    known: 0,
    refused: none(),
    left_out: none(),
    codes: { kept: 0, alike: none() },
    friends: { named: 0, counted: 0 },
    people: [],
  }
}

export function note(notes: Notes, ...lines: LineNote[]): void {
  notes.count += lines.length
  if (notes.first.length < MOST_NOTES) notes.first.push(...lines.slice(0, MOST_NOTES - notes.first.length))
}

export function addFresh(tally: Tally, { line, email, created_at, code, friends, answers }: FileRow): void {
  tally.fresh += 1
  if (tally.people.length === MOST_PEOPLE) return
  const { further_answers, ...columns } = answers
  const texts = Object.values({ ...columns, ...further_answers }).flatMap((answer) =>
    typeof answer === 'boolean' ? (answer ? 'Solo' : 'Group') : (answer ?? []),
  )
  const shown = { answers: texts.filter(Boolean), referral_code: code, referrals: friends }
  tally.people.push({ line, email, created_at, ...shown })
}
