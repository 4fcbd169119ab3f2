import { useId, useRef, useState } from 'react'
import { MAX_LENGTH } from '#shared/text.ts'
import { SearchIcon } from '../ui/icons.tsx'

const PAUSE_MS = 250

/** Searches when the owner pauses typing, presses Enter, or leaves the field. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
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
    if (text !== null && text !== value) onSearch(text)
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
        placeholder="Search submissions..."
        maxLength={MAX_LENGTH.name}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && search(typed)}
        onBlur={() => search(typed)}
        className="filter-field"
      />
    </div>
  )
}
