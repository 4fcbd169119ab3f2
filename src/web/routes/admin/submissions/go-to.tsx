import { type FormEvent, useId } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { Button } from '../../../ui/button.tsx'

const MOST = 999_999_999

type GoToProps = {
  label: string
  value: string
  /** The last number, if it is known. */
  last?: number
  onGo: (number: number) => void
}

/** A field that goes to a page, or to a place in line, by its number from 1. */
export function GoTo({ label, value, last, onGo }: GoToProps) {
  const id = useId()

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onGo(Number(new FormData(event.currentTarget).get('number')))
  }

  return (
    <form onSubmit={go} className="go-to">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="number"
        type="number"
        inputMode="numeric"
        min={1}
        max={last ?? MOST}
        required
        defaultValue={value}
        className="filter-field"
      />
      {last !== undefined && <span>of {grouped(last)}</span>}
      <Button type="submit">Go</Button>
    </form>
  )
}
