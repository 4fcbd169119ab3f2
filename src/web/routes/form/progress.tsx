import { type ReactNode, useEffect } from 'react'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { First, Waiting } from '../../ui/drawings/queue.tsx'
import { stepCount } from './form-answers.ts'

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
        <p className="max-w-full shrink-0">{words}</p>
        {children}
      </div>
      <div className="way">
        <div className="way-line">
          <progress value={step + 1} max={count} aria-label={words} />
          {!isStill && (
            <div className="way-seat" style={{ insetInlineStart: `${share * 100}%` }}>
              <Waiting own className="h-full" />
            </div>
          )}
        </div>
        <First className="way-chair" />
      </div>
    </div>
  )
}
