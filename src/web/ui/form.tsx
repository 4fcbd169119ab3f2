import { Form as Base } from '@base-ui/react/form'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormBusy } from './button.tsx'

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
    <Base ref={form} errors={problem?.fields ?? NONE} onSubmit={submit} className={className}>
      <FormBusy value={busy}>
        {children}
        <Problem>{problem && !names.some((name) => name in problem.fields) ? problem.message : null}</Problem>
      </FormBusy>
    </Base>
  )
}

const NONE = {}

export function Problem({ children }: { children: string | null }) {
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
