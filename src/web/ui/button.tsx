import { type ComponentProps, createContext, type MouseEvent, use, useEffect, useRef, useState } from 'react'
import { notify } from './notify.ts'

/** The submit button of a form that sends says so by itself. */
export const FormBusy = createContext(false)

const BASE =
  'print:hidden max-w-full cursor-pointer rounded-control font-medium transition-colors duration-150 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'
const BOX = 'inline-flex min-h-11 items-center justify-center gap-2 px-4 py-1.5 text-center text-control wrap-anywhere'
const OFF = 'disabled:border-line disabled:text-muted aria-disabled:border-line aria-disabled:text-muted'
const LINE = 'underline decoration-edge underline-offset-4 hover:decoration-velvet hover:decoration-3'

const KINDS = {
  // Where colours are forced, the system draws the border.
  primary: `${BOX} border border-transparent bg-ink text-paper not-disabled:not-aria-disabled:hover:bg-velvet not-disabled:not-aria-disabled:hover:text-velvet-ink disabled:bg-line disabled:text-muted aria-disabled:bg-line aria-disabled:text-muted`,
  quiet: `${BOX} ${OFF} border border-edge bg-raised text-ink not-disabled:not-aria-disabled:hover:border-ink aria-expanded:border-ink aria-expanded:bg-chosen`,
  danger: `${BOX} ${OFF} border border-danger bg-raised text-danger not-disabled:not-aria-disabled:hover:bg-danger not-disabled:not-aria-disabled:hover:text-paper`,
  bare: `inline-flex min-h-11 items-center gap-2 px-2 py-1.5 text-control wrap-anywhere ${LINE} disabled:text-muted aria-disabled:text-muted`,
  /** As high as the line of a sentence; its padding enlarges the touch target. */
  text: `inline py-2.5 text-start font-normal text-ink wrap-anywhere ${LINE} disabled:text-muted aria-disabled:text-muted`,
  /** With `aria-pressed`, `aria-expanded` or `data-chosen`. */
  segment:
    'inline-flex min-h-11 items-center gap-2 border border-line px-3.5 text-control whitespace-nowrap hover:border-edge aria-expanded:border-ink aria-expanded:bg-chosen aria-pressed:border-ink aria-pressed:bg-chosen data-chosen:border-ink data-chosen:bg-chosen',
  icon: 'grid size-11 flex-none place-items-center not-disabled:hover:bg-ink/8 disabled:text-edge',
} as const

export type ButtonKind = keyof typeof KINDS

export function buttonClass(kind: ButtonKind = 'quiet', className = ''): string {
  return `${BASE} ${KINDS[kind]} ${className}`
}

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind
  /** Keeps the focus, ignores presses, and shows `busyLabel`. */
  busy?: boolean
  busyLabel?: string
  about?: string
}

export function Button({ kind, busy, busyLabel, about, className, type = 'button', children, ...rest }: ButtonProps) {
  const sends = use(FormBusy)
  const isBusy = busy ?? (sends && type === 'submit')

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy || rest['aria-disabled'] === true) event.preventDefault()
    else rest.onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={press}
      className={buttonClass(kind, className)}
    >
      {isBusy && (
        <span
          aria-hidden="true"
          className="size-4 flex-none animate-spin rounded-full border-2 border-current border-e-transparent motion-reduce:hidden"
        />
      )}
      {isBusy && busyLabel !== undefined ? busyLabel : children}
      {about !== undefined && <span className="sr-only">: {about}</span>}
    </button>
  )
}

const COPIED_MS = 2_000

type CopyProps = {
  text: string
  label?: string
  kind?: ButtonKind
  about?: string
  /** Shows the text, and selects it where the browser does not let a page copy. */
  isShown?: boolean
}

export function Copy({ text, label = 'Copy', isShown = false, ...button }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  const source = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (error) {
      // Without a secure connection or a permission.
      console.warn('The browser does not let us copy', error)
      if (source.current) getSelection()?.selectAllChildren(source.current)
      void notify('copy', isShown ? BY_HAND : REFUSED)
    }
  }

  const press = (
    <Button {...button} onClick={copy}>
      <span aria-live="polite">{isCopied ? 'Copied!' : label}</span>
    </Button>
  )
  if (!isShown) return press
  return (
    <>
      <code
        ref={source}
        className="block w-full rounded-control border border-line bg-paper px-3 py-2 text-small wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </code>
      {press}
    </>
  )
}

const REFUSED = {
  title: 'Error',
  description: 'This browser doesn’t allow copying here.',
  tone: 'destructive',
} as const
const BY_HAND = {
  title: 'Please copy it yourself',
  description: 'We’ve selected it. Press Ctrl+C or ⌘C, or tap and hold.',
}
