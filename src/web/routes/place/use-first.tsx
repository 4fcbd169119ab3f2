import { useState } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'

const SHOWN_AT_FIRST = 5

/** The first items of a long list, and a button that shows all. */
export function useFirst<Item>(items: Item[]) {
  const [isOpen, setOpen] = useState(false)
  const toggle = items.length > SHOWN_AT_FIRST && (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className={buttonStyle('bare', '-ml-2 mt-1')}
    >
      {isOpen ? site().place.less : fill(site().place.more, { all: items.length })}
    </button>
  )
  return { shown: isOpen ? items : items.slice(0, SHOWN_AT_FIRST), toggle }
}
