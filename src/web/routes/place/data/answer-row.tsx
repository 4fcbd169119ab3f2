import type { ReactNode } from 'react'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'

type AnswerRowProps = { question: string; isSaved: boolean; onChange: () => void; children: ReactNode }

/** A question with its answer, and the button that opens the editor in this row's place. */
export function AnswerRow({ question, isSaved, onChange, children }: AnswerRowProps) {
  return (
    <div className="answer">
      <div className="min-w-0 grow">
        <h3 className="font-text text-small font-normal tracking-normal text-muted">{question}</h3>
        {children}
        <output className="text-small font-medium">{isSaved && site().place.answers.saved}</output>
      </div>
      <button
        ref={takeLostFocus}
        type="button"
        aria-label={`${site().place.answers.change}: ${question}`}
        onClick={onChange}
        className={buttonStyle('bare', '-mx-2 shrink-0')}
      >
        {site().place.answers.change}
      </button>
    </div>
  )
}
