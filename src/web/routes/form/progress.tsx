import { QUESTIONS } from '#site/questionnaire.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'

/** The progress to the first chair: with every question, the visitor's seat moves up the line. */
export function Progress({ step }: { step: number }) {
  const share = (step + 1) / QUESTIONS.length
  return (
    <div className="mb-8 tablet:mb-10">
      <p className="text-small text-muted">
        Question {step + 1} of {QUESTIONS.length}
      </p>
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
