import { type FormEvent, useId } from 'react'
import { buttonStyle } from '../../../ui/button.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

const MOST = 999_999_999

/** The list in launch order from a place on. People wait in line whenever they joined. */
export function launchOrderFrom(place: string): Partial<View> {
  return { sort: 'launch', order: null, place, range: 'all', from: null, to: null }
}

/** Begins the list, in launch order, at a place in line. */
export function GoToPlace({ place, onChange }: { place: View['place']; onChange: ChangeView }) {
  const id = useId()

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const asked = Number(new FormData(event.currentTarget).get('place'))
    onChange(launchOrderFrom(String(asked)))
  }

  return (
    // A new place in the address, also by Back, empties what was typed.
    <form key={place} onSubmit={go} className="go-to-place">
      <label htmlFor={id}>Place in line</label>
      <input
        id={id}
        name="place"
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST}
        required
        defaultValue={place ?? ''}
        className="filter-field"
      />
      <button type="submit" className={buttonStyle('quiet', 'tool-button')}>
        Go
      </button>
    </form>
  )
}
