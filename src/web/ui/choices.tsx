import { Field as Base } from '@base-ui/react/field'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
import { CONTROL, FieldFrame, type FrameProps } from './form.tsx'
import { Button } from './button.tsx'

/** `value`: null for the choice of nothing. Options of one group follow each other. */
type Option<Value extends string | null = string> = { value: Value; label: string; group?: string }

type SelectProps<Value extends string | null> = FrameProps &
  Omit<ComponentProps<'select'>, keyof FrameProps | 'value' | 'defaultValue' | 'children' | 'ref'> & {
    options: readonly Option<Value>[]
    value?: Value
    defaultValue?: Value
    onValueChange?: (value: Value) => void
  }

/** The browser's own, which phones show as their own list. */
export function Select<Value extends string | null>(props: SelectProps<Value>) {
  const { label, hidesLabel, name, hint, problem, aside, disabled, className, options, ...own } = props
  const { value: chosen, defaultValue, onValueChange, ...rest } = own
  // An old address or a removed choice may name what is no longer offered.
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen)
  const offered: readonly Option<Value>[] = isKnown ? options : [...options, { value: chosen, label: chosen ?? '' }]
  return (
    <FieldFrame {...{ label, hidesLabel, name, hint, problem, aside, disabled, className }}>
      <Base.Control
        {...(rest as object)}
        {...(chosen === undefined ? { defaultValue: defaultValue ?? undefined } : { value: chosen ?? '' })}
        onKeyDown={closeAlone}
        onValueChange={(text) => onValueChange?.((text || null) as Value)}
        render={
          <select>
            {[...new Set(offered.map(({ group }) => group))].map((group) => {
              const choices = offered.filter((option) => option.group === group)
              const drawn = choices.map(({ value, label }) => (
                <option key={value} value={value ?? ''}>
                  {label}
                </option>
              ))
              return group === undefined ? (
                drawn
              ) : (
                <optgroup key={group} label={group}>
                  {drawn}
                </optgroup>
              )
            })}
          </select>
        }
        className={`${CONTROL} kit-select pe-9`}
      />
    </FieldFrame>
  )
}

/** Escape closes the open list, and not the dialog around it too. */
function closeAlone(event: KeyboardEvent) {
  const isOpen = CSS.supports('selector(:open)') && event.currentTarget.matches(':open')
  if (event.key === 'Escape' && isOpen) event.stopPropagation()
}

type SegmentsProps<Value extends string> = {
  label: string
  /** `more`: of lesser weight, such as a count. */
  options: readonly { value: Value; label: string; more?: ReactNode }[]
  /** A list, where several may be pressed. */
  value: Value | readonly Value[] | null
  onChange: (value: Value) => void
  className?: string
}

export function Segments<Value extends string>({ label, options, value, onChange, className }: SegmentsProps<Value>) {
  return (
    <fieldset aria-label={label} className={`flex min-w-0 flex-wrap gap-1 ${className ?? ''}`}>
      {options.map((option) => (
        <Button
          key={option.value}
          kind="segment"
          aria-pressed={Array.isArray(value) ? value.includes(option.value) : option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.more !== undefined && <span className="font-normal">{option.more}</span>}
        </Button>
      ))}
    </fieldset>
  )
}

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
