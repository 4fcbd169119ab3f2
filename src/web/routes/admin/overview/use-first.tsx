import { type ReactNode, useState } from 'react'
import { buttonStyle } from '../../../ui/button.ts'

const SHOWN = 4

/** The first items of a list, and a button that shows all items. */
export function useFirst<Item>(items: Item[]): { shown: Item[]; toggle: ReactNode } {
  const [expanded, setExpanded] = useState(false)
  return {
    shown: expanded ? items : items.slice(0, SHOWN),
    toggle: items.length > SHOWN && (
      <button
        type="button"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
        className={buttonStyle('bare', 'mt-1 -ml-2 text-small')}
      >
        {expanded ? 'Show Less' : `View All (${items.length})`}
      </button>
    ),
  }
}
