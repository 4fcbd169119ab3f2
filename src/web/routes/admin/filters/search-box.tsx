import { useId, useRef, useState } from 'react'
import { MAX_LENGTH } from '#shared/text.ts'
import { SearchIcon } from '../ui/icons.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

const PAUSE_MS = 250

/** Searches when the owner pauses typing, presses Enter, or leaves the field. */
export function SearchBox({ view, onChange }: { view: View; onChange: ChangeView }) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(text), PAUSE_MS)
  }

  function search(text: string | null) {
    clearTimeout(timer.current)
    setTyped(null)
    // Back undoes a whole search, not each letter of it.
    if (text !== null && text !== view.q) onChange({ q: text }, { replace: view.q !== '' })
  }

  return (
    <div className="search">
      <label htmlFor={id} className="sr-only">
        Search submissions
      </label>
      <SearchIcon />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        placeholder="Search submissions..."
        maxLength={MAX_LENGTH.name}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? view.q}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && search(typed)}
        onBlur={() => search(typed)}
        className="filter-field"
      />
    </div>
  )
}
