import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { buttonStyle } from '../../../ui/button.ts'

type QuestionProps = {
  label: string
  /** The subject of the action, added to the button's accessible name. */
  about?: string
  tone: 'primary' | 'quiet'
  disabled?: boolean
  canConfirm?: boolean
  title: string
  consequence: ReactNode
  onConfirm: () => void
  /** Shown between the consequence and the buttons, once the question is open. */
  children?: ReactNode
}

/** A button that asks for confirmation in a dialog before it acts. */
export function Question(props: QuestionProps) {
  const { label, about, tone, disabled = false, canConfirm = true, title, consequence, onConfirm, children } = props
  const [isAsking, setAsking] = useState(false)

  function confirm(event: FormEvent) {
    event.preventDefault()
    // In React, a submit event in a dialog also reaches the forms around the dialog's button.
    event.stopPropagation()
    setAsking(false)
    onConfirm()
  }

  return (
    <Dialog.Root open={isAsking} onOpenChange={setAsking}>
      <Dialog.Trigger
        aria-label={about && `${label}: ${about}`}
        disabled={disabled}
        className={buttonStyle(tone, 'tool-button')}
      >
        {label}...
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog narrow">
          <form onSubmit={confirm} className="question">
            <Dialog.Title className="text-title">{title}</Dialog.Title>
            <Dialog.Description>{consequence}</Dialog.Description>
            {children}
            <div className="question-answers">
              <button type="submit" disabled={!canConfirm} className={buttonStyle('primary', 'tool-button')}>
                {label}
              </button>
              <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
