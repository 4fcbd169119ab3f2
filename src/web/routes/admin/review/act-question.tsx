import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActRequest } from '#shared/acts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { previewQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'
import { previewWords } from './words.ts'

type ActQuestionProps = {
  label: string
  /** What the button is about, for its name. */
  about: string
  title: string
  consequence: string
  request: ActRequest
  /** What was done, once it is. */
  done: string
  deciding: Deciding
}

/** A button that first shows whom the act would change, and how. */
export function ActQuestion({ label, about, title, consequence, request, done, deciding }: ActQuestionProps) {
  const [isAsking, setAsking] = useState(false)
  const preview = useQuery({ ...previewQuery(request), enabled: isAsking })

  function decide() {
    setAsking(false)
    void deciding.decide(request, done)
  }

  return (
    <Dialog.Root open={isAsking} onOpenChange={setAsking}>
      <Dialog.Trigger
        aria-label={`${label}: ${about}`}
        disabled={deciding.isBusy}
        className={buttonStyle('quiet', 'tool-button')}
      >
        {label}...
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog question">
          <Dialog.Title className="text-title">{title}</Dialog.Title>
          <Dialog.Description>{consequence}</Dialog.Description>
          <ul className="preview" aria-live="polite">
            {(preview.data ? previewWords(preview.data) : [preview.isError ? NOT_KNOWN : 'Counting...']).map(
              (words) => (
                <li key={words}>{words}</li>
              ),
            )}
          </ul>
          <div className="question-answers">
            <button type="button" onClick={decide} className={buttonStyle('primary', 'tool-button')}>
              {label}
            </button>
            <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const NOT_KNOWN = 'How many people this changes could not be counted.'
