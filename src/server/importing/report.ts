import type { ImportReport, LineNote, NoteKind, Notes } from '#shared/list/imports.ts'
import { chosenIn } from '#shared/site/answers.ts'
import type { ReportFile } from './report-file.ts'
import type { FileRow } from './read-rows.ts'

const MOST_NOTES = 100
const MOST_PEOPLE = 5

export type Tally = Pick<
  ImportReport,
  'rows' | 'fresh' | 'known' | 'refused' | 'unsubscribed' | 'left_out' | 'codes' | 'friends' | 'people'
> & {
  dates: Pick<ImportReport['dates'], 'read' | 'unread'>
  /** The places of `people`, in ascending order. */
  places: number[]
  file: ReportFile | null
}

export function createTally(file: ReportFile | null): Tally {
  const none = (): Notes => ({ count: 0, first: [] })
  return {
    rows: 0,
    fresh: 0,
    known: 0,
    refused: none(),
    unsubscribed: none(),
    left_out: none(),
    dates: { read: 0, unread: none() },
    codes: { kept: 0, alike: none() },
    friends: { named: 0, counted: 0, unknown: none() },
    people: [],
    places: [],
    file,
  }
}

export function note(tally: Tally, kind: NoteKind, ...lines: LineNote[]): void {
  if (lines.length === 0) return
  const notes = notesOf(tally)[kind]
  notes.count += lines.length
  if (notes.first.length < MOST_NOTES) notes.first.push(...lines.slice(0, MOST_NOTES - notes.first.length))
  if (tally.file) for (const line of lines) tally.file.add(kind, line)
}

function notesOf({ refused, unsubscribed, left_out, dates, codes, friends }: Tally): Record<NoteKind, Notes> {
  return { refused, unsubscribed, left_out, unread: dates.unread, alike: codes.alike, unknown: friends.unknown }
}

export function addFresh(
  tally: Tally,
  { line, email, created_at, code, friends, fullName, tags, answers, place }: FileRow,
): void {
  tally.fresh += 1
  const { people, places } = tally
  const before = places.findIndex((other) => other > place)
  const index = before < 0 ? places.length : before
  if (index === MOST_PEOPLE) return
  const { further_answers, ...columns } = answers
  const texts = Object.entries({ ...columns, ...further_answers }).flatMap(([name, answer]) =>
    name === 'is_solo_provider' && answer !== null ? (answer ? 'Solo' : 'Group') : chosenIn(answer),
  )
  const shown = { full_name: fullName, tags, answers: texts.filter(Boolean), referral_code: code, referrals: friends }
  people.splice(index, 0, { line, email, created_at, ...shown })
  places.splice(index, 0, place)
  people.length = places.length = Math.min(people.length, MOST_PEOPLE)
}
