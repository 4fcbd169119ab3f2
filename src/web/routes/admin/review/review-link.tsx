import { useQuery } from '@tanstack/react-query'
import { buttonStyle } from '../../../ui/button.ts'
import { ViewLink } from '../integrations/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, viewPath } from '../view/view.ts'
import { reviewsCountQuery } from './queries.ts'

/** The link to the review, and from it back to the list. It shows when somebody waits. */
export function ReviewLink({ view, onChange }: { view: View; onChange: ChangeView }) {
  const { data } = useQuery(reviewsCountQuery)
  const isOpen = view.view === 'review'
  const to = { view: isOpen ? 'list' : 'review', open: null } as const
  const doWait = !isOpen && data && data.people > 0
  return (
    <ViewLink
      href={viewPath({ ...view, ...to })}
      onFollow={() => onChange(to)}
      className={buttonStyle('quiet', 'tool-button')}
    >
      {isOpen ? 'Back to the list' : 'Review'}
      {doWait && (
        <>
          <span className="trouble-dot" aria-hidden="true" />
          <span className="sr-only"> (somebody waits for you)</span>
        </>
      )}
    </ViewLink>
  )
}
