import type { ReactNode } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'

/**
 * The progress bar: with every question, the visitor's chair moves closer to the first chair. `children` are shown
 * beside the progress text.
 */
export function Progress({ step, children }: { step: number; children: ReactNode }) {
  const share = (step + 1) / site().questions.length
  return (
    <div className="progress">
      <div className="progress-words">
        <p className="shrink-0">{fill(site().form.progress, { step: step + 1, count: site().questions.length })}</p>
        {children}
      </div>
      <div className="way">
        <div className="way-line">
          <progress value={step + 1} max={site().questions.length} aria-label="Progress" />
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
