import type { TopReferrers as Answer } from '#shared/entry.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Email } from '../ui/email.tsx'

type TopReferrersProps = { referrers: Answer['referrers']; onOpen: (id: string) => void }

export function TopReferrers({ referrers, onOpen }: TopReferrersProps) {
  if (referrers.length === 0) return <p className="empty">Nobody has brought a friend in this period yet.</p>
  return (
    <ol className="referrers">
      {referrers.map(({ id, email, business_name, referrals }) => (
        <li key={id}>
          <span className="min-w-0">
            <button type="button" onClick={() => onOpen(id)} className="person">
              <Email email={email} />
            </button>
            <span className="block truncate text-small text-muted">{business_name || 'N/A'}</span>
          </span>
          <span className="shrink-0 text-right">
            <strong>{grouped(referrals)}</strong>{' '}
            <span className="text-small text-muted">{referrals === 1 ? 'friend' : 'friends'}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
