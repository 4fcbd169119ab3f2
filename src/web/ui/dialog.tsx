import { Dialog as Base } from '@base-ui/react/dialog'
import { type ComponentProps, type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import { Button, type ButtonKind } from './button.tsx'
import { CloseIcon } from './icons.tsx'

const SIZES = {
  narrow: 'inset-0 m-auto w-[min(28rem,100vw-1.5rem)]',
  wide: 'inset-0 m-auto w-[min(42rem,100vw-1.5rem)]',
  side: 'inset-y-0 end-0 h-dvh! max-h-dvh! w-[min(36rem,100vw)] rounded-none! border-y-0 border-e-0',
  /** As `side`, without covering what it is about: the page leaves room for it. */
  beside:
    'top-(--header-height) end-0 bottom-0 h-auto! max-h-none! w-104 rounded-none! border-y-0 border-e-0 shadow-none!',
  sheet:
    'inset-0 m-auto w-[min(26rem,100vw-1.5rem)] max-tablet:inset-[auto_0_0] max-tablet:m-0 max-tablet:w-auto max-tablet:rounded-b-none max-tablet:border-x-0 max-tablet:border-b-0 max-tablet:border-t-2',
} as const

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof SIZES
  /** Without it, `isOpen` opens the dialog. */
  trigger?: ReactElement
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  foot?: ReactNode
  className?: string
  children: ReactNode
}

/** The focus goes back to where it was. */
export function Dialog({ title, description, foot, children, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame}>
      <DialogHead title={title} description={description} />
      <DialogBody>{children}</DialogBody>
      {foot && (
        <div className="flex flex-wrap gap-2.5 border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-tablet:px-4">
          {foot}
        </div>
      )}
    </DialogFrame>
  )
}

type DialogFrameProps = Pick<DialogProps, 'size' | 'trigger' | 'isOpen' | 'onOpenChange' | 'className' | 'children'>

export function DialogFrame({ size = 'wide', trigger, isOpen, onOpenChange, className, children }: DialogFrameProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      modal={size !== 'beside'}
      disablePointerDismissal={size === 'beside'}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <DialogBox size={size} className={className}>
        {children}
      </DialogBox>
    </Base.Root>
  )
}

export function DialogHead({ title, description }: Pick<DialogProps, 'title' | 'description'>) {
  return (
    <div data-part="head" className="flex justify-between gap-4 border-b-2 border-ink py-3 pe-3 ps-5 max-tablet:ps-4">
      <div className="min-w-0 self-center">
        <Base.Title className="text-title wrap-anywhere">{title}</Base.Title>
        {description && <Base.Description className="text-small text-muted">{description}</Base.Description>}
      </div>
      <Base.Close render={<Button kind="icon" aria-label="Close" />}>
        <CloseIcon />
      </Base.Close>
    </div>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div data-part="body" className="grid min-h-0 gap-5 overflow-y-auto overscroll-contain p-5 max-tablet:px-4">
      {children}
    </div>
  )
}

type DialogBoxProps = { size: keyof typeof SIZES; className?: string; children: ReactNode }

function DialogBox({ size, className = '', children }: DialogBoxProps) {
  return (
    <Base.Portal>
      {size !== 'beside' && (
        <Base.Backdrop className="fixed inset-0 z-16 bg-shade transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden" />
      )}
      <Base.Popup
        data-dialog={size}
        className={`fixed z-16 flex h-fit max-h-[90vh] flex-col overflow-hidden rounded-card border border-ink bg-raised text-ink shadow-lift outline-none transition duration-150 ease-settle data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 ${SIZES[size]} ${className}`}
      >
        {children}
      </Base.Popup>
    </Base.Portal>
  )
}

export function CloseButton({ kind = 'quiet', ...button }: ComponentProps<typeof Button> & { kind?: ButtonKind }) {
  return <Base.Close render={<Button kind={kind} {...button} />} />
}

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
