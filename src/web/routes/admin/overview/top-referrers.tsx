import { openProfile } from '../state/use-view.tsx'
import { type ReactNode, useState } from 'react'
import type { TopReferrers as Answer } from '#shared/list/entry.ts'
import { Button } from '../../../ui/button.tsx'
import { CutText, Email } from '../../../ui/text.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Empty } from '../../../ui/panel.tsx'

/** `isSmall`: without what the people do. */
type TopReferrersProps = { referrers: Answer['referrers']; isSmall?: boolean }

export function TopReferrers({ referrers, isSmall = false }: TopReferrersProps) {
  const { shown, toggle } = useFirst(referrers)
  if (referrers.length === 0) return <Empty isSmall>Nobody has brought a friend in this period yet.</Empty>
  return (
    <>
      <ol className="referrers">
        {shown.map(({ id, email, business_name, referrals }) => (
          <li key={id}>
            <span className="min-w-0">
              <button
                type="button"
                onClick={() => openProfile(id)}
                className={`person ${isSmall ? 'block max-w-full truncate' : ''}`}
              >
                {isSmall ? email : <Email email={email} />}
              </button>
              {!isSmall && <CutText text={business_name || 'N/A'} className="block truncate text-small text-muted" />}
            </span>
            <span className="shrink-0 text-right">
              <strong>{grouped(referrals)}</strong>{' '}
              <span className="text-small text-muted">{referrals === 1 ? 'friend' : 'friends'}</span>
            </span>
          </li>
        ))}
      </ol>
      {toggle}
    </>
  )
}

const SHOWN = 4

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
