import { peopleWords, friendsWords } from '../ui/words.ts'
import { type ImportReport, MERGE_RULE, NOTE_TITLES, type NoteKind, type Notes } from '#shared/list/imports.ts'
import { isolated, languageName } from '#shared/values/language.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import {
  datesOf,
  friendsOf,
  type ImportChoices,
  type Importing,
  importWords,
  placesOf,
  reasonWords,
} from './use-import.ts'

type ReportPanelProps = { report: ImportReport } & Pick<
  Importing,
  'choices' | 'change' | 'begin' | 'saveReport' | 'isBeginning' | 'isReading'
>

/** What an import would do, and the button that imports. */
export function ReportPanel({ report, choices, change, begin, saveReport, isBeginning, isReading }: ReportPanelProps) {
  const { fresh, known, refused, people, file, dates, doubtful } = report
  const fault = datesOf(dates)
  const notes = notesOf(report)
  const isDecided = dates.open === null && doubtful.length === 0
  const canBegin = fresh + known > 0 && isDecided && !isReading && !isBeginning
  return (
    <Panel title="Preview">
      <dl className="import-sums" aria-live="polite">
        <Sum label={fresh === 1 ? 'new person' : 'new people'} of={fresh} />
        <Sum label="on the list already" of={known} />
        <Sum label={refused.count === 1 ? 'line refused' : 'lines refused'} of={refused.count} isBad />
      </dl>
      {fault && <p className="import-problem">{fault}</p>}
      {questionsOf(report, choices).map(({ words, answers, note }) => (
        <fieldset
          key={words}
          className="py-4 border-b border-b-line [&_legend]:float-left [&_legend]:w-full [&_legend]:mb-3 [&_legend]:font-semibold [&_legend]:text-pretty [&>div]:flex [&>div]:clear-both [&>div]:flex-wrap [&>div]:gap-2"
        >
          <legend>{words}</legend>
          <div>
            {answers.map(({ label, choice, isChosen = false }) => (
              <Button
                key={label}
                kind={isChosen ? 'primary' : 'quiet'}
                aria-pressed={isChosen}
                onClick={() => change(choice)}
              >
                {label}
              </Button>
            ))}
            {note && <p className="w-full text-small text-muted">{note}</p>}
          </div>
        </fieldset>
      ))}
      <ul className="grid gap-2 py-4 text-control [&_li]:text-pretty">
        {[placesOf(report), ...friendsOf(report), known > 0 && MERGE_RULE, importWords.quiet].map(
          (words) => words && <li key={words}>{words}</li>,
        )}
      </ul>
      {notes.map(([kind, notes]) => (
        <NoteList key={kind} title={NOTE_TITLES[kind]} notes={notes} />
      ))}
      {notes.length > 0 && (
        <Button className="my-3 w-fit" onClick={() => saveReport()}>
          Save the whole report
        </Button>
      )}
      {people.length > 0 && <FirstPeople people={people} timeZone={file.time_zone} />}
      <div className="flex flex-wrap items-center gap-y-2 gap-x-4 pt-4 border-t-2 border-t-ink">
        <Button kind="primary" aria-disabled={!canBegin} onClick={() => canBegin && void begin()}>
          {isBeginning ? 'Sending...' : labelOf(fresh, known)}
        </Button>
        <output className="text-small text-muted">
          {isReading ? 'Counting...' : isDecided ? importWords.undo : importWords.undecided}
        </output>
      </div>
    </Panel>
  )
}

type Question = {
  words: string
  answers: { label: string; choice: ImportChoices; isChosen?: boolean }[]
  note?: string | false
}

/** Nothing is imported before the open ones are answered. */
function questionsOf({ columns, dates, doubtful, file, unsubscribed }: ImportReport, choices: ImportChoices) {
  const questions: Question[] = []
  if (dates.open !== null)
    questions.push({
      words: importWords.open(dates.open),
      answers: [
        { label: 'The first', choice: { dates: 'day' } },
        { label: 'The second', choice: { dates: 'month' } },
      ],
    })
  if (dates.newest_first)
    questions.push({
      words: importWords.newestFirst,
      answers: [
        { label: 'The oldest', choice: { order: 'reversed' }, isChosen: file.order === 'reversed' },
        { label: 'The newest, as in the file', choice: { order: 'file' }, isChosen: file.order === 'file' },
      ],
    })
  for (const index of doubtful) {
    const map = (target: string) => ({
      columns: columns.map((column, at) => (at === index ? target : column.target)),
    })
    questions.push({
      words: importWords.doubtful(columns[index]!.name, columns[index]!.samples),
      answers: [
        { label: 'Yes', choice: map('status') },
        { label: 'No, don’t import it', choice: map('not_status') },
      ],
    })
  }
  const isIn = choices.unsubscribed === 'opt-out'
  if (unsubscribed.count > 0)
    questions.push({
      words: importWords.unsubscribed(unsubscribed.count),
      answers: [
        { label: 'Leave them out', choice: { unsubscribed: 'leave-out' }, isChosen: !isIn },
        { label: 'Import them without mail', choice: { unsubscribed: 'opt-out' }, isChosen: isIn },
      ],
      note: isIn && importWords.optedOut,
    })
  return questions
}

function FirstPeople({ people, timeZone }: Pick<ImportReport, 'people'> & { timeZone: string }) {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
  return (
    <ol className="import-people" aria-label="The first new people">
      {people.map(({ line, email, created_at, referral_code, referrals, full_name, tags, language, answers }) => (
        <li key={line}>
          <strong>{email}</strong>
          <span className="text-muted">
            {[
              full_name && isolated(full_name),
              created_at && `joined ${day.format(new Date(created_at))}`,
              referral_code && `code ${referral_code}`,
              referrals > 0 && friendsWords(referrals),
              ...tags.map((tag) => `tagged ${isolated(tag)}`),
              language && languageName(language),
              ...answers.map(isolated),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  )
}

function notesOf({ refused, unsubscribed, dates, left_out, friends, codes }: ImportReport): [NoteKind, Notes][] {
  const all: [NoteKind, Notes][] = [
    ['refused', refused],
    ['unsubscribed', unsubscribed],
    ['unread', dates.unread],
    ['left_out', left_out],
    ['unknown', friends.unknown],
    ['alike', codes.alike],
  ]
  return all.filter(([, { count }]) => count > 0)
}

function labelOf(fresh: number, known: number): string {
  if (fresh === 0) return known === 0 ? 'Nobody to import' : 'Update the people on the list'
  return `Import ${peopleWords(fresh)}`
}

function Sum({ label, of, isBad = false }: { label: string; of: number; isBad?: boolean }) {
  return (
    <div data-bad={(isBad && of > 0) || undefined} data-none={of === 0 || undefined}>
      <dd>{grouped(of)}</dd>
      <dt>{label}</dt>
    </div>
  )
}

function NoteList({ title, notes: { count, first } }: { title: string; notes: Notes }) {
  return (
    <details className="border-t border-t-line [&_summary]:py-3 [&_summary]:font-semibold [&_summary]:cursor-pointer [&_ul]:grid [&_ul]:gap-1.5 [&_ul]:max-h-72 [&_ul]:pb-3 [&_ul]:overflow-y-auto [&_ul]:text-control [&_li]:grid [&_li]:grid-cols-[6rem_minmax(0,1fr)] [&_li]:gap-2 [&_li]:wrap-anywhere">
      <summary>
        {title} ({grouped(count)})
      </summary>
      <ul>
        {first.map(({ line, field, reason }, index) => (
          <li key={index}>
            <span className="text-muted">Line {grouped(line)}</span>
            <span>
              {field && <strong>{isolated(field)} </strong>}
              {reasonWords(reason)}
            </span>
          </li>
        ))}
      </ul>
      {count > first.length && (
        <p className="panel-note">And {grouped(count - first.length)} more, which the whole report has.</p>
      )}
    </details>
  )
}
