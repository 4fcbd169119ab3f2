import { useId, useState } from 'react'
import type { Question } from '#shared/site/question.ts'
import type { Place } from '#shared/joining/place.ts'
import { storedQuestions } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import type { FormAnswers } from '../../form/form-answers.ts'
import { AnswerEditor } from './answer-editor.tsx'
import { linesOf } from './answer-lines.ts'
import { AnswerRow } from './answer-row.tsx'
import { FreshLink } from './fresh-link.tsx'
import { NameRow } from './name-row.tsx'

type AnswersPanelProps = { place: Place; token: string; onPlace: (place: Place) => void }

/** The person's answers. Each can be corrected in place, one at a time. */
export function AnswersPanel({ place, token, onPlace }: AnswersPanelProps) {
  const editing = useEditing(onPlace)
  const heading = useId()

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {site().place.answers.title}
      </h2>
      {!place.answers_hidden && <p className="mt-1 text-muted">{site().place.answers.lead}</p>}
      {place.answers_hidden ? (
        <FreshLink token={token} text={site().place.answers.hidden} />
      ) : (
        <AnswerList {...{ place, token, onPlace, editing }} />
      )}
    </section>
  )
}

/** The names of the question whose editor is open, and of the one that was saved last. One is saved at a time. */
function useEditing(onPlace: (place: Place) => void) {
  const [open, setOpen] = useState<string | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  function close(changed?: Place) {
    if (changed) onPlace(changed)
    setSaved(changed ? open : null)
    setOpen(null)
  }

  return { open, setOpen, saved, isSaving, setSaving, close }
}

type AnswerListProps = AnswersPanelProps & { editing: ReturnType<typeof useEditing> }

function AnswerList({ place, token, onPlace, editing }: AnswerListProps) {
  const { open, setOpen, saved, isSaving, setSaving, close } = editing
  return (
    <ul className="answers">
      <li>
        <NameRow place={place} token={token} onPlace={onPlace} />
      </li>
      {storedQuestions().map((question) => (
        <li key={question.name}>
          {open === question.name ? (
            <AnswerEditor
              question={question}
              answers={place.answers}
              token={token}
              isSaving={isSaving}
              onSaving={setSaving}
              onClose={close}
            />
          ) : (
            <Answer
              question={question}
              answers={place.answers}
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

type AnswerProps = { question: Question; answers: FormAnswers; isSaved: boolean; isBusy: boolean; onChange: () => void }

function Answer({ question, answers, ...row }: AnswerProps) {
  const lines = linesOf(question, answers)
  return (
    <AnswerRow question={question.question} {...row}>
      {lines.length === 0 && <p className="text-muted">{site().place.answers.none}</p>}
      {lines.map((line, index) => (
        <p key={index} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </AnswerRow>
  )
}
