import { useId, useRef, useState } from 'react'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { SearchIcon } from '../../../ui/tool-icons.tsx'

const PAUSE_MS = 250

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches when the owner pauses typing, presses Enter, or leaves the field. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
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
        {label}
      </label>
      <SearchIcon />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        placeholder={`${label}...`}
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
