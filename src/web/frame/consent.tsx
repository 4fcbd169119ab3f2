import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { site } from '#shared/site/site.ts'
import { startGa4 } from '../analytics/ga4.ts'
import { measurementId } from '../analytics/measurement-id.ts'
import { CONSENT, readStored, writeStored } from '../storage/storage.ts'
import { buttonStyle } from '../ui/button.ts'
import { reserveHeight } from '../ui/reserve-height.ts'

type Choice = 'granted' | 'denied'

const REOPEN = 'firstchair:consent'

let isMounted = false

export function mountConsent(id: string) {
  isMounted = true
  const place = document.createElement('div')
  // First in the tab order, because it lies over the page.
  document.body.prepend(place)
  createRoot(place).render(<Consent id={id} />)
}

export function askAgain() {
  // Not mounted yet if this file was not fetched at the start.
  if (!isMounted) mountConsent(measurementId()!)
  dispatchEvent(new Event(REOPEN))
}

function Consent({ id }: { id: string }) {
  const [choice, setChoice] = useState(() => readStored('localStorage', CONSENT) as Choice | null)
  const [isOpen, setOpen] = useState(choice === null)
  const bar = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  useEffect(() => (choice === 'granted' ? startGa4(id) : undefined), [choice, id])
  useEffect(() => {
    const open = () => {
      flushSync(() => setOpen(true))
      bar.current?.focus()
    }
    addEventListener(REOPEN, open)
    return () => removeEventListener(REOPEN, open)
  }, [])

  useLayoutEffect(() => (isOpen ? reserveHeight(bar.current!, '--consent-height') : undefined), [isOpen])

  function rememberFocus({ relatedTarget, currentTarget }: FocusEvent<HTMLElement, HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }

  function choose(choice: Choice) {
    writeStored('localStorage', CONSENT, choice)
    setChoice(choice)
    setOpen(false)
    // The pressed button disappears, so the focus moves on.
    const next = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('content')
    next?.focus({ preventScroll: true })
    cameFrom.current = null
  }

  if (!isOpen) return null
  const words = site().frame.cookies
  const answers = [
    [words.no, 'denied'],
    [words.yes, 'granted'],
  ] as const
  return (
    <section
      ref={bar}
      tabIndex={-1}
      onFocus={rememberFocus}
      aria-label={site().frame.cookies.title}
      className="consent"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1.5 tablet:flex-nowrap">
        <p className="max-w-2xl text-small">
          {words.question} {/* Hidden on a phone, so that the bar leaves space for the page. */}
          <span className="hidden tablet:inline">{words.note}</span>
        </p>
        <div className="flex grow flex-wrap gap-2 tablet:shrink-0 tablet:grow-0 tablet:flex-nowrap">
          {answers.map(([label, choice]) => (
            <button key={choice} type="button" onClick={() => choose(choice)} className={buttonStyle('quiet', 'grow')}>
              {label}
            </button>
          ))}
        </div>
      </div>
    </section>
  )
}
