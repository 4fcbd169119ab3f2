import type { ReviewGroup } from '#shared/list/reviews.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Email } from '../ui/email.tsx'
import { useOwnerTime } from '../ui/owner-time.ts'

type ReferrerHistoryProps = { referrer: NonNullable<ReviewGroup['referrer']>; onOpen: (id: string) => void }

/** The referrer of the people of a group, and the outcomes of the referrer's other friends. */
export function ReferrerHistory({ referrer, onOpen }: ReferrerHistoryProps) {
  const {
    id,
    email,
    referral_code,
    position,
    joined_position,
    joined_at,
    is_doubtful,
    counted,
    imported,
    held,
    rejected,
  } = referrer
  const joined = useOwnerTime(joined_at, 'medium')
  return (
    <div className="referrer-history">
      <p className="filter-label">Their inviter</p>
      {email ? (
        <button type="button" onClick={() => onOpen(id)} className="person">
          <Email email={email} />
        </button>
      ) : (
        <p>Somebody since erased</p>
      )}
      <p>
        {referral_code} joined {joined} as #{grouped(joined_position)} and is #{grouped(position)} now.
      </p>
      <p>
        Friends: {grouped(counted)} counted, {grouped(held)} waiting, {grouped(rejected)} rejected
        {imported > 0 && `; ${grouped(imported)} more from an imported file`}.
      </p>
      {is_doubtful && <p>They are doubtful themselves.</p>}
    </div>
  )
}
