import type { ReactNode } from 'react'
import { Button } from './button.tsx'

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
