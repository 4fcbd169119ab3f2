import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** A button that fetches the next page of a list. Renders nothing after the last page. */
export function ShowMore({ of, className }: { of: Paged; className?: string }) {
  if (!of.hasNextPage) return null
  return (
    <Button busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()} className={className}>
      Show More
    </Button>
  )
}
