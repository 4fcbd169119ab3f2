import type { ReactNode } from 'react'
import { QUESTIONS } from '#site/questionnaire.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'

/**
 * The progress to the first chair: with every question, the visitor's seat moves up the line. `children` stand beside
 * its words.
 */
export function Progress({ step, children }: { step: number; children: ReactNode }) {
  const share = (step + 1) / QUESTIONS.length
  return (
    <div className="progress">
      <div className="progress-words">
        <p className="shrink-0">
          Question {step + 1} of {QUESTIONS.length}
        </p>
        {children}
      </div>
      <div className="way">
        <div className="way-line">
          <progress value={step + 1} max={QUESTIONS.length} aria-label="Progress" />
          <div className="way-seat" style={{ left: `${share * 100}%` }}>
            <WaitingChair className="h-full">
              <Comb />
            </WaitingChair>
          </div>
        </div>
        <FirstChair className="way-chair" />
      </div>
    </div>
  )
}
