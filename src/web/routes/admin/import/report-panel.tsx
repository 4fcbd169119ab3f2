import { type ImportReport, MERGE_RULE, NOTE_TITLES, type NoteKind, type Notes } from '#shared/list/imports.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { Importing } from './use-import.ts'
import { Answer, DateQuestions, Question } from './date-questions.tsx'
import { friendsOf, importWords, placesOf, reasonWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'

type ReportPanelProps = { report: ImportReport; importing: Importing }

/** The report of the dry run, and the button that imports. */
export function ReportPanel({ report, importing }: ReportPanelProps) {
  const { fresh, known, refused, people, file } = report
  const notes = notesOf(report)
  return (
    <Panel title="Preview">
      <dl className="import-sums" aria-live="polite">
        <Sum label={fresh === 1 ? 'new person' : 'new people'} of={fresh} />
        <Sum label="on the list already" of={known} />
        <Sum label={refused.count === 1 ? 'line refused' : 'lines refused'} of={refused.count} isBad />
      </dl>
      <DateQuestions report={report} importing={importing} />
      <DoubtfulColumns report={report} importing={importing} />
      <UnsubscribedQuestion count={report.unsubscribed.count} importing={importing} />
      <Facts report={report} />
      {notes.map(([kind, notes]) => (
        <NoteList key={kind} title={NOTE_TITLES[kind]} notes={notes} />
      ))}
      {notes.length > 0 && (
        <Button className="my-3 w-fit" onClick={() => void importing.saveReport()}>
          Save the whole report
        </Button>
      )}
      {people.length > 0 && <FirstPeople people={people} timeZone={file.time_zone} />}
      <ImportBar report={report} importing={importing} />
    </Panel>
  )
}

/** Asks about columns that may say who opted out. Nothing is imported before each is answered. */
function DoubtfulColumns({ report: { columns, doubtful }, importing: { change } }: ReportPanelProps) {
  const map = (index: number, target: string) =>
    change({ columns: columns.map((column, at) => (at === index ? target : column.target)) })
  return doubtful.map((index) => (
    <Question key={index} words={importWords.doubtful(columns[index]!.name, columns[index]!.samples)}>
      <Answer onChoose={() => map(index, 'status')}>Yes</Answer>
      <Answer onChoose={() => map(index, 'not_status')}>No, leave it out</Answer>
    </Question>
  ))
}

type UnsubscribedQuestionProps = { count: number; importing: Pick<Importing, 'choices' | 'change'> }

function UnsubscribedQuestion({ count, importing: { choices, change } }: UnsubscribedQuestionProps) {
  if (count === 0) return null
  const isLeftOut = choices.unsubscribed !== 'opt-out'
  return (
    <Question words={importWords.unsubscribed(count)}>
      <Answer isChosen={isLeftOut} onChoose={() => change({ unsubscribed: 'leave-out' })}>
        Leave them out
      </Answer>
      <Answer isChosen={!isLeftOut} onChoose={() => change({ unsubscribed: 'opt-out' })}>
        Import them without mail
      </Answer>
      {!isLeftOut && <p className="w-full text-small text-muted">{importWords.optedOut}</p>}
    </Question>
  )
}

function Facts({ report }: { report: ImportReport }) {
  return (
    <ul className="import-facts">
      <li>{placesOf(report)}</li>
      {friendsOf(report).map((words) => (
        <li key={words}>{words}.</li>
      ))}
      {report.known > 0 && <li>{MERGE_RULE}</li>}
      <li>{importWords.quiet}</li>
    </ul>
  )
}

function FirstPeople({ people, timeZone }: Pick<ImportReport, 'people'> & { timeZone: string }) {
  return (
    <ol className="import-people" aria-label="The first new people">
      {people.map(({ line, email, created_at, referral_code, referrals, full_name, tags, answers }) => (
        <li key={line}>
          <strong>{email}</strong>
          <span className="text-muted">
            {[
              full_name && isolated(full_name),
              created_at && `joined ${dateOf(created_at, timeZone)}`,
              referral_code && `code ${referral_code}`,
              referrals > 0 && `${grouped(referrals)} ${referrals === 1 ? 'friend' : 'friends'}`,
              ...tags.map((tag) => `tagged ${isolated(tag)}`),
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

function ImportBar({
  report: { fresh, known, dates, doubtful },
  importing: { begin, begun, isReading },
}: ReportPanelProps) {
  const isDecided = dates.open === null && doubtful.length === 0
  const canBegin = fresh + known > 0 && isDecided && !isReading && begun === null
  return (
    <div className="import-go">
      <Button kind="primary" aria-disabled={!canBegin} onClick={() => canBegin && void begin()}>
        {begun === null ? labelOf(fresh, known) : 'Sending...'}
      </Button>
      <output className="text-small text-muted">
        {isReading ? 'Counting...' : isDecided ? importWords.undo : importWords.undecided}
      </output>
    </div>
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

function dateOf(created_at: string, timeZone: string): string {
  return new Date(created_at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
}

function labelOf(fresh: number, known: number): string {
  if (fresh === 0) return known === 0 ? 'Nobody to import' : 'Update the people on the list'
  return `Import ${grouped(fresh)} ${fresh === 1 ? 'person' : 'people'}`
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
    <details className="import-notes">
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
