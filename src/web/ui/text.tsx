import { Fragment, type ReactElement, type ReactNode, useCallback, useId, useState } from 'react'
import { isolated, withoutTurns } from '#shared/values/language.ts'
import { Tooltip } from '@base-ui/react/tooltip'

const TONES = {
  plain: 'border-edge',
  strong: 'border-ink bg-chosen',
  warning: 'border-ink bg-velvet text-velvet-ink',
  danger: 'border-danger text-danger',
  faint: 'border-dashed border-edge text-muted',
} as const

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full rounded-full wrap-normal border px-2 py-px text-tiny font-medium print:bg-transparent ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

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

/** Characters that fit into every column. */
const SHORT = 20

/** Breaks before its @, a long part also before its dots. */
export function Email({ email }: { email: string }) {
  const parts = withoutTurns(email)
    .split(/(?=@)/)
    .flatMap((part) => (part.length > SHORT ? part.split(/(?=\.)/) : part))
  return (
    <bdi>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}

const hints = Tooltip.createHandle<string>()

/** On hover, focus and tap. Screen readers read it as part of the element. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  const id = useId()
  return (
    <Tooltip.Trigger
      handle={hints}
      id={id}
      payload={text}
      delay={150}
      closeOnClick={false}
      onClick={() => hints.open(id)}
      render={children}
    />
  )
}

export function Hints() {
  return (
    <Tooltip.Root handle={hints}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={8} className="z-20">
            <Tooltip.Popup className="hint pointer-events-none max-w-80 rounded-lg bg-ink px-3 py-2 text-small wrap-anywhere text-paper">
              {payload}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}
