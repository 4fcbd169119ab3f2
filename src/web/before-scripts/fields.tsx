import type { ReactNode } from 'react'
import { otherOf, type Question } from '#shared/site/questions.ts'
import type { Faults, Typed } from '#shared/pages/page-content.ts'
import { site } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import { StepField } from '../routes/form/step-field.tsx'
import { buttonStyle } from '../ui/button.ts'

export function Summary({ faults, labels }: { faults: Faults; labels: Record<string, string> }) {
  const names = Object.keys(labels).filter((name) => own(faults, name))
  const form = own(faults, 'form')
  if (!form && names.length === 0) return null
  return (
    <div role="alert" className="mb-6 rounded-control border-2 border-danger px-5 py-4">
      <p className="font-medium">{form ?? site().form.missing}</p>
      <ul className="list-disc ps-5">
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="underline underline-offset-4">
              {labels[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function labelsOf(question: Question): [string, string][] {
  const other = otherOf(question)
  const own: [string, string] = [question.name, question.question]
  return other === null ? [own] : [own, [other, `${question.question} ${site().form.other.label}`]]
}

type QuestionFieldsProps = { question: Question; typed: Typed; faults: Faults; level: 'h1' | 'h3' }

export function QuestionFields({ question, typed, faults, level }: QuestionFieldsProps) {
  const wrong = [question.name, otherOf(question)].flatMap((name) => (name && own(faults, name)) || [])
  const id = `${question.name}-fault`
  return (
    <div>
      <StepField
        step={question}
        level={level}
        answers={typed}
        onAnswer={ignore}
        disabled={false}
        invalid={wrong.length > 0}
        errorId={wrong.length > 0 ? id : undefined}
        isStill
      />
      {wrong.length > 0 && (
        <p id={id} className="mt-3 text-small text-danger">
          {wrong.join(' ')}
        </p>
      )}
    </div>
  )
}

function ignore() {}

/** For a person whose token this browser holds in a cookie. */
export function ProofForm({ action, proof, children }: { action: string; proof: string; children: ReactNode }) {
  return (
    <form method="post" action={action} className="space-y-8">
      <input type="hidden" name="proof" value={proof} />
      {children}
    </form>
  )
}

type PressProps = { act?: string; tone?: 'primary' | 'quiet'; lang?: string; children: string }

export function Press({ act = '', tone = 'primary', lang, children }: PressProps) {
  return (
    <p>
      <button type="submit" name="act" value={act} lang={lang} className={buttonStyle(tone)}>
        {children}
      </button>
    </p>
  )
}
