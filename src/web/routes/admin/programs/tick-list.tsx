import type { ReactNode } from 'react'

type TickListProps<Value extends string> = {
  label: string
  name: string
  values: readonly Value[]
  words: Record<Value, ReactNode>
  ticked: readonly Value[]
}

/** A group of checkboxes that share one field name in a form. */
export function TickList<Value extends string>({ label, name, values, words, ticked }: TickListProps<Value>) {
  return (
    <fieldset className="ticks">
      <legend className="font-medium">{label}</legend>
      {values.map((value) => (
        <label key={value} className="tick-choice">
          <input type="checkbox" name={name} value={value} defaultChecked={ticked.includes(value)} />
          <span>{words[value]}</span>
        </label>
      ))}
    </fieldset>
  )
}
