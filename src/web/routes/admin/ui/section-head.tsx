import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'

type SectionHeadProps = {
  id: string
  title: string
  lead: ReactNode
  back?: ReactNode
  onBack?: () => void
  /** For a page that moves the focus back to the title. */
  heading?: RefObject<HTMLHeadingElement | null>
  children?: ReactNode
}

/** Takes the focus when the page opens. */
export function SectionHead({ id, title, lead, back, onBack, heading, children }: SectionHeadProps) {
  const own = useFocusOnArrival()
  return (
    <div className="flex flex-wrap items-center justify-between gap-y-1 gap-x-5">
      {back && (
        <div className="section-back">
          {onBack ? (
            <Button kind="text" onClick={onBack}>
              {back}
            </Button>
          ) : (
            back
          )}
        </div>
      )}
      <div className="flex flex-[1_1_20rem] flex-wrap items-baseline gap-y-0 gap-x-4 min-w-0 [&_h2]:[outline-offset:4px] [&>:last-child]:max-w-176">
        <h2 ref={heading ?? own} id={id} tabIndex={-1} className="text-title wrap-anywhere">
          {title}
        </h2>
        <div className="text-small text-muted">{lead}</div>
      </div>
      {children}
    </div>
  )
}

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

export function ShowMore({ of, className }: { of: Paged; className?: string }) {
  if (!of.hasNextPage) return null
  return (
    <Button busy={of.isFetchingNextPage} onClick={() => of.fetchNextPage()} className={className}>
      Show More
    </Button>
  )
}
