import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, KeyboardEvent } from 'react'
import { CONTROL, FieldFrame, type FrameProps } from './field.tsx'

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
