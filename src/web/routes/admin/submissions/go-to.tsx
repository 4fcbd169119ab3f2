import { type FormEvent, useId } from 'react'
import { buttonStyle } from '../../../ui/button.ts'

type GoToProps = { label: string; value: string; most: number; onGo: (number: number) => void }

/** Leads to any page or place, by its number from 1. */
export function GoTo({ label, value, most, onGo }: GoToProps) {
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
        max={most}
        required
        defaultValue={value}
        className="filter-field"
      />
      <button type="submit" className={buttonStyle('quiet', 'tool-button')}>
        Go
      </button>
    </form>
  )
}
