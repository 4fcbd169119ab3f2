import { STEPS } from '#site/questionnaire.ts'
import { ChairMark } from '../../ui/drawings/chair-mark.tsx'

/** The way to the chair: as many parts walked as questions reached. */
export function Progress({ step }: { step: number }) {
  return (
    <div className="mb-8 tablet:mb-12">
      <p className="mb-1 text-small text-muted">
        Question {step + 1} of {STEPS.length}
      </p>
      <div className="flex items-end gap-2">
        <progress value={step + 1} max={STEPS.length} aria-label="Progress" className="floor-line" />
        <ChairMark className="h-9 w-auto shrink-0" />
      </div>
    </div>
  )
}
