import { useCallback, useState } from 'react'
import { isolated } from '#shared/values/isolated.ts'
import { Hint } from './hint.tsx'

/** A truncated text is whole in a hint and for screen readers. */
export function CutText({ text: typed, className }: { text: string; className: string }) {
  const text = isolated(typed)
  const [isCut, setCut] = useState(false)
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new ResizeObserver(() => setCut(isTooLarge(element)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    // A new text may have the same size, so it needs a new observer.
    // oxlint-disable-next-line react/exhaustive-deps
    [text],
  )

  if (!isCut) {
    return (
      <span ref={watch} className={className}>
        {text}
      </span>
    )
  }
  return (
    <Hint text={text}>
      <button ref={watch} type="button" className={`w-full text-start ${className}`}>
        {text}
      </button>
    </Hint>
  )
}

function isTooLarge({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight
}
