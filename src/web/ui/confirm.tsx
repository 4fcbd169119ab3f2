import { Dialog as Base } from '@base-ui/react/dialog'
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { CloseButton, DialogBox } from './dialog.tsx'

type ConfirmProps = {
  label: string
  /** Where the button that acts has to say more. */
  confirmLabel?: string
  about?: string
  kind?: ButtonKind
  confirmKind?: 'primary' | 'danger'
  disabled?: boolean
  busy?: boolean
  canConfirm?: boolean
  title: ReactNode
  consequence: ReactNode
  onConfirm: () => void
  children?: ReactNode
  className?: string
}

export function Confirm(props: ConfirmProps) {
  const { label, confirmLabel = label, about, kind, confirmKind = 'primary', disabled, busy, className } = props
  const { canConfirm = true, title, consequence, onConfirm, children } = props
  const [isAsking, setAsking] = useState(false)

  function confirm() {
    setAsking(false)
    onConfirm()
  }

  const name = about && `${label}: ${about}`
  return (
    <Question
      trigger={
        <Button kind={kind} disabled={disabled} busy={busy} className={className} aria-label={name}>
          {`${label}...`}
        </Button>
      }
      isOpen={isAsking}
      onOpenChange={setAsking}
      title={title}
      consequence={consequence}
      onSubmit={confirm}
      answers={
        <>
          <Button kind={confirmKind} type="submit" disabled={!canConfirm}>
            {confirmLabel}
          </Button>
          <CloseButton>Cancel</CloseButton>
        </>
      }
    >
      {children}
    </Question>
  )
}

type QuestionProps = {
  trigger?: ReactElement<{ disabled?: boolean }>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  consequence: ReactNode
  onSubmit?: (form: HTMLFormElement) => void
  answers: ReactNode
  children?: ReactNode
}

export function Question(props: QuestionProps) {
  const { trigger, isOpen, onOpenChange, title, consequence, onSubmit, answers, children } = props

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React passes the event of a form in a dialog to the forms around the dialog's button too.
    event.stopPropagation()
    onSubmit?.(event.currentTarget)
  }

  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger disabled={trigger.props.disabled} render={trigger} />}
      <DialogBox size="narrow">
        <form onSubmit={submit} className="grid gap-3.5 overflow-y-auto p-6 max-tablet:p-5">
          <Base.Title className="text-title wrap-anywhere">{title}</Base.Title>
          <Base.Description render={<div />} className="wrap-anywhere">
            {consequence}
          </Base.Description>
          {children}
          <div className="mt-1.5 flex flex-wrap gap-2.5">{answers}</div>
        </form>
      </DialogBox>
    </Base.Root>
  )
}
