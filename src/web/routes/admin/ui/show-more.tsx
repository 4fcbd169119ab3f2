import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { buttonStyle } from '../../../ui/button.ts'

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** A button that fetches the next page of a list. Renders nothing after the last page. */
export function ShowMore({ of, className }: { of: Paged; className?: string }) {
  if (!of.hasNextPage) return null
  return (
    <button
      type="button"
      aria-disabled={of.isFetchingNextPage}
      onClick={() => !of.isFetchingNextPage && void of.fetchNextPage()}
      className={buttonStyle('quiet', `tool-button ${className ?? ''}`)}
    >
      Show More
    </button>
  )
}
