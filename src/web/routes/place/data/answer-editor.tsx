import { type FormEvent, useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Question } from '#shared/site/question.ts'
import type { Place } from '#shared/joining/place.ts'
import { hasOther, otherOf } from '#shared/site/questions.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import { callPlace, isFault, type PlaceFault } from '../../../calls/call-place.ts'
import { chosenOf, type FormAnswers, isAnswered, noAnswers } from '../../form/form-answers.ts'
import { StepField } from '../../form/step-field.tsx'
import { EditorButtons } from './editor-buttons.tsx'

type AnswerEditorProps = {
  question: Question
  answers: FormAnswers
  token: string
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
  /** `changed`: the place after the correction; undefined if nothing was saved. */
  onClose: (changed?: Place) => void
}

/** Corrects the answer to one question, with the controls of the questionnaire. */
export function AnswerEditor({ question, answers, token, isSaving, onSaving, onClose }: AnswerEditorProps) {
  // A copy: a live change of the place must not overwrite what is being typed.
  const [draft, setDraft] = useState<FormAnswers>(() => ({ ...noAnswers(), ...answers }))
  const [fault, setFault] = useState<string | null>(null)
  const id = useId()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving || !isAnswered(question, draft)) return
    onSaving(true)
    const outcome = await callPlace(ROUTES.correctPlace, token, { answers: sentOf(question, draft) })
    onSaving(false)
    if (!isFault(outcome)) return onClose(outcome)
    setFault(faultIn(outcome, question))
  }

  return (
    <form noValidate onSubmit={save} className="answer-editor">
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
      <EditorButtons isSaving={isSaving} canSave={isAnswered(question, draft)} onCancel={() => onClose()} />
    </form>
  )
}

/** The fields to send: the answer, and the text beside Other only if Other is chosen. */
function sentOf(question: Question, draft: FormAnswers): FormAnswers {
  const other = otherOf(question)
  const sent: FormAnswers = { [question.name]: own(draft, question.name) ?? null }
  if (other && hasOther(chosenOf(draft, question.name))) sent[other] = own(draft, other) ?? null
  return sent
}

/** The server's error for this question, as a sentence. The server reports errors by the path of a field. */
function faultIn(outcome: PlaceFault, question: Question): string {
  if (outcome.fault === 'failed' && outcome.message) return outcome.message
  const fields = outcome.fault === 'fields' ? outcome.fields : {}
  const names = [question.name, otherOf(question)]
  const [, fault] = Object.entries(fields).find(([path]) => names.includes(path.split('.')[1] ?? '')) ?? []
  return fault ? fill(site().place.answers.fault, { fault }) : site().place.answers.failed
}
