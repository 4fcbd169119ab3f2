import { Form as BaseForm } from '@base-ui/react/form'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button, FormBusy } from './button.tsx'
import { Field as Base } from '@base-ui/react/field'
import { isolated } from '#shared/values/language.ts'
import { meantEmail } from '#shared/values/email.ts'

export type Action<Value> = {
  busy: boolean
  problem: { message: string; fields: Record<string, string> } | null
  run: (value: Value) => Promise<unknown>
}

export type Values = Record<string, string | boolean | string[]>

type FormProps = {
  action: Action<never>
  value?: object
  toValue?: (values: Values) => unknown
  /** Unless somebody has typed since; 'reset' empties the form. */
  onSaved?: 'reset' | (() => void)
  className?: string
  children: ReactNode
}

/**
 * Sends once at a time, shows a refusal at the field that it names or below the fields, and marks empty or wrong fields
 * without asking the server.
 */
export function Form({ action, value, toValue, onSaved, className = 'grid gap-4', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [names, setNames] = useState<string[]>([])
  const [answered, setAnswered] = useState<{ values: string } | null>(null)
  const followed = useRef(answered)
  const { busy, problem } = action

  useEffect(() => {
    if (answered === null || answered === followed.current || busy) return
    followed.current = answered
    if (problem !== null || JSON.stringify(valuesOf(form.current!)) !== answered.values) return
    if (onSaved === 'reset') form.current!.reset()
    else onSaved?.()
  }, [answered, busy, problem, onSaved])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React passes the event of a form in a dialog to the forms around the dialog's button too.
    event.stopPropagation()
    if (busy) return
    const values = valuesOf(event.currentTarget)
    const made = toValue ? toValue(values) : { ...values, ...value }
    setNames(Object.keys(values))
    void action.run(made as never).finally(() => setAnswered({ values: JSON.stringify(values) }))
  }

  return (
    <BaseForm ref={form} errors={problem?.fields ?? NONE} onSubmit={submit} className={className}>
      <FormBusy value={busy}>
        {children}
        <Problem>{problem && !names.some((name) => name in problem.fields) ? problem.message : null}</Problem>
      </FormBusy>
    </BaseForm>
  )
}

const NONE = {}

export function Problem({ children }: { children: string | null | undefined }) {
  return (
    <p role="alert" className="text-small font-medium wrap-anywhere text-danger empty:hidden">
      {children}
    </p>
  )
}

/** Checkboxes with a value that share a name are a list; one without is true or false. */
function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const control of form.elements) {
    if (!('name' in control) || control.name === '' || control instanceof HTMLButtonElement) continue
    const { name, value, type, checked } = control as HTMLInputElement
    if (type === 'checkbox' && !control.hasAttribute('value')) values[name] = checked
    else if (type === 'checkbox') values[name] = [...((values[name] as string[]) ?? []), ...(checked ? [value] : [])]
    else if (type !== 'radio' || checked) values[name] = value
  }
  return values
}

export const CONTROL =
  'min-h-11 w-full min-w-0 rounded-control border border-edge bg-paper px-3 text-body text-ink tablet:text-control placeholder:text-muted hover:border-ink focus-visible:border-ink aria-invalid:border-danger data-invalid:border-danger [&[readonly]]:border-dashed [&[readonly]]:text-muted disabled:border-line disabled:text-muted'

export type FrameProps = {
  label: ReactNode
  /** For screen readers only: the field's place says what it is. */
  hidesLabel?: boolean
  name?: string
  hint?: ReactNode
  /** A refusal of the form's action is shown without it. */
  problem?: string | null
  aside?: ReactNode
  disabled?: boolean
  className?: string
}

export function FieldFrame(props: FrameProps & { children: ReactNode }) {
  const { label, hidesLabel, name, hint, problem, aside, disabled, className = '', children } = props
  const title = (
    <Base.Label className={hidesLabel ? 'sr-only' : 'font-medium wrap-anywhere text-control'}>{label}</Base.Label>
  )
  return (
    <Base.Root
      name={name}
      disabled={disabled}
      invalid={Boolean(problem) || undefined}
      className={`grid min-w-0 content-start gap-1.5 ${className}`}
    >
      {aside ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {title}
          <span className="-my-2.5 text-small">{aside}</span>
        </div>
      ) : (
        title
      )}
      {children}
      {hint && <Base.Description className="text-small text-pretty wrap-anywhere text-muted">{hint}</Base.Description>}
      {problem ? (
        <Base.Error match role="alert" className={PROBLEM}>
          {problem}
        </Base.Error>
      ) : (
        <Base.Error className={PROBLEM} />
      )}
    </Base.Root>
  )
}

const PROBLEM = 'text-small font-medium wrap-anywhere text-danger'

type FieldProps = FrameProps &
  Omit<ComponentProps<'input'>, keyof FrameProps | 'value' | 'defaultValue' | 'size' | 'children' | 'ref'> & {
    value?: string
    defaultValue?: string
    onValueChange?: (value: string) => void
    rows?: number
    unit?: string
    asksMeant?: boolean
    suggestions?: readonly string[]
    ref?: Ref<HTMLInputElement & HTMLTextAreaElement>
    children?: ReactNode
  }

/** Uncontrolled with `defaultValue`, or controlled with `value` and `onValueChange`. */
export function Field(props: FieldProps) {
  const { label, hidesLabel, name, hint, problem, aside, disabled, className, ...own } = props
  const { rows, unit, asksMeant, suggestions, children, onValueChange, ref, ...input } = own
  const [typed, setTyped] = useState(input.defaultValue ?? '')
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const listId = useId()
  const asked = asksMeant && input.value === undefined

  useEffect(() => {
    if (!asked) return
    // Held here, where a reset of the form does not reach.
    const clear = ({ target }: Event) => (target as HTMLElement).contains(control.current) && setTyped('')
    document.addEventListener('reset', clear)
    return () => document.removeEventListener('reset', clear)
  }, [asked])

  function change(value: string) {
    setTyped(value)
    onValueChange?.(value)
  }

  const field = (
    <Base.Control
      {...input}
      {...(asked && { defaultValue: undefined, value: typed })}
      ref={ref ?? control}
      list={suggestions && listId}
      onValueChange={change}
      render={rows === undefined ? undefined : <textarea rows={rows} />}
      className={`${CONTROL} ${rows === undefined ? '' : 'py-2'} ${unit === undefined ? '' : 'max-w-28'}`}
    />
  )
  return (
    <FieldFrame {...{ label, hidesLabel, name, hint, problem, aside, disabled, className }}>
      {unit === undefined ? (
        field
      ) : (
        <span className="flex items-center gap-2.5 text-control">
          {field}
          <span>{unit}</span>
        </span>
      )}
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      )}
      {asksMeant && <MeantEmail email={input.value ?? typed} onYes={change} />}
      {children}
    </FieldFrame>
  )
}

function MeantEmail({ email, onYes }: { email: string; onYes: (meant: string) => void }) {
  const meant = meantEmail(email)
  if (meant === null) return null
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-2 text-small">
      <span className="wrap-anywhere">{`Is ${isolated(meant)} right?`}</span>
      <Button kind="bare" onClick={() => onYes(meant)} className="-my-2.5">
        Yes, use it
      </Button>
    </p>
  )
}
