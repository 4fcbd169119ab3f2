import type { ReactNode } from 'react'
import type { ImportReport } from '#shared/list/imports.ts'
import type { Importing } from './use-import.ts'
import { datesOf, importWords } from './words.ts'
import { Button } from '../../../ui/button.tsx'

type DateQuestionsProps = { report: ImportReport; importing: Pick<Importing, 'change'> }

/** Asks the owner about ambiguous dates and the order of the file, and says which dates cannot be read. */
export function DateQuestions({ report: { dates, file }, importing: { change } }: DateQuestionsProps) {
  const fault = datesOf(dates)
  return (
    <>
      {fault && <p className="import-problem">{fault}</p>}
      {dates.open !== null && (
        <Question words={importWords.open(dates.open)}>
          <Answer onChoose={() => change({ dates: 'day' })}>The first</Answer>
          <Answer onChoose={() => change({ dates: 'month' })}>The second</Answer>
        </Question>
      )}
      {dates.newest_first && (
        <Question words={importWords.newestFirst}>
          <Answer isChosen={file.order === 'reversed'} onChoose={() => change({ order: 'reversed' })}>
            The oldest
          </Answer>
          <Answer isChosen={file.order === 'file'} onChoose={() => change({ order: 'file' })}>
            The newest, as in the file
          </Answer>
        </Question>
      )}
    </>
  )
}

/** A question about the file, with its answers. */
export function Question({ words, children }: { words: string; children: ReactNode }) {
  return (
    <fieldset className="import-question">
      <legend>{words}</legend>
      <div>{children}</div>
    </fieldset>
  )
}

type AnswerProps = { isChosen?: boolean; onChoose: () => void; children: ReactNode }

export function Answer({ isChosen = false, onChoose, children }: AnswerProps) {
  return (
    <Button kind={isChosen ? 'primary' : 'quiet'} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </Button>
  )
}
