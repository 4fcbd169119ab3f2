import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: ReactNode
  name?: string
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (isOn: boolean) => void
  hint?: ReactNode
  problem?: string | null
  aside?: ReactNode
  disabled?: boolean
}

const TRACK =
  'relative h-6.5 w-11 flex-none cursor-pointer appearance-none rounded-full border-[1.5px] border-edge bg-paper transition-colors before:absolute before:inset-y-0 before:start-0.5 before:my-auto before:size-4.5 before:rounded-full before:bg-edge before:transition-transform checked:border-ink checked:bg-velvet checked:before:translate-x-4.5 checked:before:bg-ink disabled:cursor-not-allowed disabled:border-line disabled:before:bg-line'

export function Switch({ label, hint, problem, aside, onChange, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className="grid gap-0.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-control">
          <input
            {...input}
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
            role="switch"
            aria-describedby={`${id} ${id}-problem`}
            aria-invalid={problem ? true : undefined}
            onChange={onChange && ((event) => onChange(event.target.checked))}
            className={`kit-switch ${TRACK}`}
          />
          <span className="min-w-0">{label}</span>
        </label>
        {aside && <span className="text-small">{aside}</span>}
      </div>
      {hint && (
        <p id={id} className="text-small text-pretty text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} role="alert" className="text-small font-medium wrap-anywhere text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}

type CheckProps = Omit<SwitchProps, 'hint' | 'problem' | 'aside'> & {
  value?: string
  hidesLabel?: boolean
}

/** With `value` and a shared name, a form gets the list of the ticked ones. */
export function Check({ label, onChange, hidesLabel = false, ...input }: CheckProps) {
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-center gap-2.5 text-control ${hidesLabel ? 'min-w-11 justify-center' : ''}`}
    >
      <input
        {...input}
        type="checkbox"
        aria-label={hidesLabel && typeof label === 'string' ? label : undefined}
        onChange={onChange && ((event) => onChange(event.target.checked))}
        className="size-4.5 flex-none cursor-pointer accent-velvet disabled:cursor-not-allowed"
      />
      {!hidesLabel && <span className="min-w-0 wrap-anywhere">{label}</span>}
    </label>
  )
}

type ChecksProps<Value extends string> = {
  label: string
  name: string
  options: readonly { value: Value; label: ReactNode }[]
  ticked?: readonly Value[]
  hint?: ReactNode
}

export function Checks<Value extends string>({ label, name, options, ticked = [], hint }: ChecksProps<Value>) {
  return (
    <fieldset className="grid min-w-0 content-start">
      <legend className="mb-1 text-control font-medium">{label}</legend>
      {options.map(({ value, label }) => (
        <Check key={value} name={name} value={value} label={label} defaultChecked={ticked.includes(value)} />
      ))}
      {hint && <p className="mt-1 max-w-prose text-small text-pretty text-muted">{hint}</p>}
    </fieldset>
  )
}
