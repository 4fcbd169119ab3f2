import { type ReactNode, useEffect } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { stepCount } from './form-answers.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'

/** `isStill`: without the visitor's chair, because the policy refuses a style in markup. */
type ProgressProps = { step: number; children: ReactNode; isStill?: boolean }

export function Progress({ step, children, isStill = false }: ProgressProps) {
  const count = stepCount()
  const share = (step + 1) / count
  const words = fill(site().form.progress, { step: step + 1, count })
  useEffect(() => {
    // After the page's own title, which an effect around this one sets.
    const timer = setTimeout(() => (document.title = `${words} | ${site().brand.name}`))
    return () => clearTimeout(timer)
  }, [words])
  return (
    <div className="progress">
      <div className="progress-words">
        <p className="shrink-0">{words}</p>
        {children}
      </div>
      <div className="way">
        <div className="way-line">
          <progress value={step + 1} max={count} aria-label={words} />
          {!isStill && (
            <div className="way-seat" style={{ insetInlineStart: `${share * 100}%` }}>
              <WaitingChair className="h-full">
                <Comb />
              </WaitingChair>
            </div>
          )}
        </div>
        <FirstChair className="way-chair" />
      </div>
    </div>
  )
}
