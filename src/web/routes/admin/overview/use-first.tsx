import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

const SHOWN = 4

/** The first items of a list, and a button that shows all items. */
export function useFirst<Item>(items: Item[]): { shown: Item[]; toggle: ReactNode } {
  const [expanded, setExpanded] = useState(false)
  return {
    shown: expanded ? items : items.slice(0, SHOWN),
    toggle: items.length > SHOWN && (
      <Button
        kind="bare"
        className="mt-1 -ml-2 text-small"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? 'Show Less' : `View All (${items.length})`}
      </Button>
    ),
  }
}
