import { fill, isolated, locale } from '#shared/values/language.ts'
import { useId } from 'react'
import { comma } from '#shared/values/comma.ts'
import { site } from '#shared/site/site.ts'
import type { ToConfirm } from '#shared/joining/place.ts'
import { NAME, storedQuestions } from '#shared/site/questions.ts'
import { linesOf } from '../form/form-answers.ts'
import './answer-sets.css'

type AnswerSet = ToConfirm['sets'][number]

type AnswerSetsProps = {
  sets: AnswerSet[]
  chosen: number | null
  onChoose?: (index: number) => void
  name?: string
}

/** Somebody else may have sent some of them, so the person chooses. */
export function AnswerSets({ sets, chosen, onChoose, name }: AnswerSetsProps) {
  const id = useId()
  const [only] = sets
  if (!only) return null
  if (sets.length === 1)
    return (
      <div className="answer-set mt-6">
        <h2 className="mb-2 font-text text-body font-medium tracking-normal">{site().confirm.sets.one}</h2>
        <Answers set={only} />
      </div>
    )
  return (
    <fieldset className="mt-6">
      <legend className="mb-3 font-medium">{site().confirm.sets.several}</legend>
      {sets.map((set, index) => (
        <div key={set.id} className="answer-set">
          <label className="flex items-center gap-3 py-2">
            <input
              type="radio"
              name={name ?? id}
              value={set.id}
              checked={chosen === index}
              onChange={() => onChoose?.(index)}
              aria-describedby={`${id}-${index}`}
            />
            {fill(site().confirm.sets.sentAt, { when: new Date(set.at).toLocaleString(locale(), WHEN) })}
          </label>
          <Answers id={`${id}-${index}`} set={set} />
        </div>
      ))}
    </fieldset>
  )
}

type InviterChoiceProps = {
  codes: string[]
  /** Null before a choice. */
  chosen: string | null
  onChoose?: (code: string) => void
}

/** Asks whose link the person used, if several inviters claim them. */
export function InviterChoice({ codes, chosen, onChoose }: InviterChoiceProps) {
  const id = useId()
  const { question, hint, code: words } = site().confirm.inviters
  if (codes.length === 0) return null
  return (
    <fieldset className="mt-6" aria-describedby={id}>
      <legend className="font-medium">{question}</legend>
      <p id={id} className="mb-1 text-muted">
        {hint}
      </p>
      {codes.map((code) => (
        <label key={code} className="flex items-center gap-3 py-2">
          <input
            type="radio"
            name="inviter"
            value={code}
            required
            {...(onChoose && { checked: chosen === code, onChange: () => onChoose(code) })}
          />
          {fill(words, { code })}
        </label>
      ))}
    </fieldset>
  )
}

const WHEN = { dateStyle: 'long', timeStyle: 'short' } as const

function Answers({ id, set: { full_name, answers } }: { id?: string; set: AnswerSet }) {
  const lines = [
    { name: NAME, question: site().everyQuestion.find(({ name }) => name === NAME)?.question ?? '', answer: full_name },
    ...storedQuestions().map((question) => ({
      name: question.name,
      question: question.question,
      answer: linesOf(question, answers).map(isolated).join(comma()),
    })),
  ]
  return (
    <dl id={id}>
      {lines
        .filter(({ answer }) => answer !== '')
        .map(({ name, question, answer }) => (
          <div key={name}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
    </dl>
  )
}
