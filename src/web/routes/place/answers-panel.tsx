import { type FormEvent, useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Place } from '#shared/joining/place.ts'
import { hasOther, NAME, otherOf, type Question } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { faultOf } from '#shared/joining/told.ts'
import { own } from '#shared/values/own.ts'
import { callPlace, isFault, type PlaceFault } from '../../calls/call-place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import {
  chosenOf,
  type FormAnswers,
  isAnswered,
  linesOf,
  noAnswers,
  problemIn,
  sentAnswer,
} from '../form/form-answers.ts'
import { StepField } from '../form/step-field.tsx'
import { FreshLink } from './fresh-link.tsx'

type AnswersPanelProps = { place: Place; token: string; onPlace: (place: Place) => void }

export function AnswersPanel({ place, token, onPlace }: AnswersPanelProps) {
  const heading = useId()
  if (site().questions.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {site().place.answers.title}
      </h2>
      {!place.answers_hidden && <p className="mt-1 text-muted">{site().place.answers.lead}</p>}
      {place.answers_hidden ? (
        <FreshLink token={token} text={site().place.answers.hidden} />
      ) : (
        <AnswerList {...{ place, token, onPlace }} />
      )}
    </section>
  )
}

function AnswerList({ place, token, onPlace }: AnswersPanelProps) {
  /** The names of the question whose editor is open, and of the one that was saved last. */
  const [open, setOpen] = useState<string | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const answers: FormAnswers = { ...place.answers, [NAME]: place.full_name }

  async function save(question: Question, draft: FormAnswers): Promise<PlaceFault | null> {
    setSaving(true)
    const outcome = await callPlace(ROUTES.correctPlace, token, sentOf(question, draft))
    setSaving(false)
    if (isFault(outcome)) return outcome
    onPlace(outcome)
    setSaved(open)
    setOpen(null)
    return null
  }

  return (
    <ul className="told">
      {[...site().questions].sort(nameFirst).map((question) => (
        <li key={question.name}>
          {open === question.name ? (
            <Editor
              question={question}
              answers={answers}
              isSaving={isSaving}
              onSave={(draft) => save(question, draft)}
              onCancel={() => {
                setSaved(null)
                setOpen(null)
              }}
            />
          ) : (
            <Row
              question={question}
              answers={answers}
              isSaved={saved === question.name}
              isBusy={isSaving}
              onChange={() => setOpen(question.name)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function nameFirst(one: Question, other: Question): number {
  return Number(other.name === NAME) - Number(one.name === NAME)
}

type RowProps = {
  question: Question
  answers: FormAnswers
  isSaved: boolean
  /** Another answer is being saved. Its editor must stay open until then, because it shows a failure. */
  isBusy: boolean
  onChange: () => void
}

function Row({ question, answers, isSaved, isBusy, onChange }: RowProps) {
  const lines = linesOf(question, answers)
  const { none, saved, change } = site().place.answers
  return (
    <div className="answer">
      <div className="min-w-0 grow">
        <h3 className="font-text text-small font-normal tracking-normal text-muted">{question.question}</h3>
        {lines.length === 0 && (
          <p className="text-muted">{question.name === NAME ? site().place.name.elsewhere : none}</p>
        )}
        {lines.map((line, index) => (
          <p key={index} className="wrap-anywhere">
            {line}
          </p>
        ))}
        <output className="text-small font-medium">{isSaved && saved}</output>
      </div>
      <button
        ref={takeLostFocus}
        type="button"
        aria-label={`${change}: ${question.question}`}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || onChange()}
        className={buttonStyle('bare', '-mx-2 shrink-0')}
      >
        {change}
      </button>
    </div>
  )
}

type EditorProps = {
  question: Question
  answers: FormAnswers
  isSaving: boolean
  onSave: (draft: FormAnswers) => Promise<PlaceFault | null>
  onCancel: () => void
}

function Editor({ question, answers, isSaving, onSave, onCancel }: EditorProps) {
  // A copy: a refreshed place must not overwrite what is being typed.
  const [draft, setDraft] = useState<FormAnswers>(() => ({ ...noAnswers(), ...answers }))
  const [fault, setFault] = useState<string | null>(null)
  const id = useId()
  const isName = question.name === NAME

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    if (!isAnswered(question, draft)) return isName && setFault(site().place.name.missing)
    if (problemIn(question, draft)) return setFault(faultOf(question))
    const refused = await onSave(draft)
    if (refused) setFault(faultIn(refused, question))
  }

  const { saving, save, cancel } = site().place.answers
  return (
    <form noValidate onSubmit={submit} className="answer-editor">
      <StepField
        step={question}
        level="h3"
        answers={draft}
        onAnswer={(change) => {
          setFault(null)
          setDraft({ ...draft, ...change })
        }}
        disabled={isSaving}
        invalid={fault !== null}
        errorId={fault === null ? undefined : id}
      />
      <p id={id} role="alert" className="mt-3 text-small text-danger empty:hidden">
        {fault}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="submit"
          disabled={!(isName || isAnswered(question, draft))}
          aria-disabled={isSaving || undefined}
          className={buttonStyle('primary', 'grow tablet:min-w-32 tablet:grow-0')}
        >
          {isSaving ? saving : save}
        </button>
        <button
          type="button"
          aria-disabled={isSaving || undefined}
          onClick={() => isSaving || onCancel()}
          className={buttonStyle('quiet')}
        >
          {cancel}
        </button>
      </div>
    </form>
  )
}

function sentOf(question: Question, draft: FormAnswers) {
  if (question.name === NAME) return { full_name: sentAnswer(question, draft) as string | null }
  const other = otherOf(question)
  const answers: FormAnswers = { [question.name]: sentAnswer(question, draft) }
  if (other && hasOther(chosenOf(draft, question.name))) answers[other] = own(draft, other) ?? null
  return { answers }
}

/** The server reports errors by the path of a field. */
function faultIn(outcome: PlaceFault, question: Question): string {
  if (outcome.fault === 'failed' && outcome.message) return outcome.message
  const fields = outcome.fault === 'fields' ? outcome.fields : {}
  const names = [question.name, otherOf(question)]
  const [, fault] = Object.entries(fields).find(([path]) => names.includes(path.split('.').at(-1)!)) ?? []
  return fault ? faultOf(question) : site().place.answers.failed
}
