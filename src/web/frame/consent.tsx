import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { startGa4 } from '../analytics/ga4.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { buttonStyle } from '../ui/button.ts'

type Choice = 'granted' | 'denied'

const KEY = 'analyticsConsent'
const REOPEN = 'firstchair:consent'

/** Asks once, and starts Google Analytics for those who agree. For sites with a measurement id only. */
export function mountConsent(id: string) {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<Consent id={id} />)
}

/** Asks again: whoever agreed can take it back. */
export function askAgain() {
  dispatchEvent(new Event(REOPEN))
}

function Consent({ id }: { id: string }) {
  const [choice, setChoice] = useState(() => readStored('localStorage', KEY) as Choice | null)
  const [isOpen, setOpen] = useState(choice === null)

  useEffect(() => (choice === 'granted' ? startGa4(id) : undefined), [choice, id])
  useEffect(() => {
    const open = () => setOpen(true)
    addEventListener(REOPEN, open)
    return () => removeEventListener(REOPEN, open)
  }, [])

  function choose(choice: Choice) {
    writeStored('localStorage', KEY, choice)
    setChoice(choice)
    setOpen(false)
  }

  if (!isOpen) return null
  return (
    <section aria-label="Cookies" className="consent">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-2xl text-small">
          May Google Analytics count your visit, with cookies? Everything here works without. Nothing goes to Google
          unless you agree.
        </p>
        <div className="flex grow gap-2 tablet:grow-0">
          <button type="button" onClick={() => choose('denied')} className={buttonStyle('quiet', 'grow')}>
            No, thanks
          </button>
          <button type="button" onClick={() => choose('granted')} className={buttonStyle('quiet', 'grow')}>
            Yes, count me
          </button>
        </div>
      </div>
    </section>
  )
}
