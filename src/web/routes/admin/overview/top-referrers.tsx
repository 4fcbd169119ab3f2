import type { TopReferrers as Answer } from '#shared/list/entry.ts'
import { grouped } from '../../../ui/grouped.ts'
import { CutText } from '../../../ui/cut-text.tsx'
import { Email } from '../../../ui/email.tsx'
import { useFirst } from './use-first.tsx'
import { Empty } from '../../../ui/query-state.tsx'

type TopReferrersProps = { referrers: Answer['referrers']; onOpen: (id: string) => void }

/** The people who brought the most friends. Shows four at first. */
export function TopReferrers({ referrers, onOpen }: TopReferrersProps) {
  const { shown, toggle } = useFirst(referrers)
  if (referrers.length === 0) return <Empty isSmall>Nobody has brought a friend in this period yet.</Empty>
  return (
    <>
      <ol className="referrers">
        {shown.map(({ id, email, business_name, referrals }) => (
          <li key={id}>
            <span className="min-w-0">
              <button type="button" onClick={() => onOpen(id)} className="person">
                <Email email={email} />
              </button>
              <CutText text={business_name || 'N/A'} className="block truncate text-small text-muted" />
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
