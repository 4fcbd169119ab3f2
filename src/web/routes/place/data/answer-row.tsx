import type { ReactNode } from 'react'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'

type AnswerRowProps = {
  question: string
  isSaved: boolean
  /** Whether another answer is being saved. The editor must stay open until then, because it shows a failure. */
  isBusy?: boolean
  onChange: () => void
  children: ReactNode
}

/** A question with its answer, and the button that opens the editor in this row's place. */
export function AnswerRow({ question, isSaved, isBusy = false, onChange, children }: AnswerRowProps) {
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
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || onChange()}
        className={buttonStyle('bare', '-mx-2 shrink-0')}
      >
        {site().place.answers.change}
      </button>
    </div>
  )
}
