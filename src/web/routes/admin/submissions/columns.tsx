import type { ReactNode } from 'react'
import type { Sort } from '#shared/list/filters.ts'
import { grouped } from '../../../ui/grouped.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { CutText } from '../ui/cut-text.tsx'
import { MailBadges } from '../ui/mail-badges.tsx'
import { ProviderBadge } from './provider-badge.tsx'
import { SubmittedTime } from '../ui/submitted-time.tsx'

export type Column = {
  label: string
  sort?: Sort
  /** Whether a person has no value in this column. On a phone, an empty cell is hidden. */
  isEmpty?: (entry: ShownEntry) => boolean
  cell: (entry: ShownEntry, now: number) => ReactNode
}

const BUSINESS: Column = {
  label: 'Business',
  sort: 'business',
  isEmpty: ({ business_name }) => !business_name,
  cell: ({ business_name }) => <CutText text={business_name || 'N/A'} className="business" />,
}
const INDUSTRY: Column = {
  label: 'Industry',
  isEmpty: ({ job_industry }) => !job_industry,
  cell: ({ job_industry }) => job_industry || 'N/A',
}
const PROVIDER: Column = {
  label: 'Provider Type',
  isEmpty: ({ is_solo_provider }) => is_solo_provider === null || is_solo_provider === undefined,
  cell: ({ is_solo_provider }) => <ProviderBadge isSolo={is_solo_provider} />,
}
const PRICE: Column = {
  label: 'Price Range',
  isEmpty: ({ price_range }) => !price_range,
  cell: ({ price_range }) => price_range || 'N/A',
}
const SUBMITTED: Column = {
  label: 'Submitted',
  sort: 'submitted',
  cell: ({ created_at, date }, now) => (
    <SubmittedTime date={created_at ?? date ?? new Date(now).toISOString()} now={now} />
  ),
}
const STANDING: Column = {
  label: 'Standing',
  isEmpty: ({ isLocal }) => isLocal === true,
  cell: (entry) => <Standing entry={entry} />,
}
const FRIENDS: Column = {
  label: 'Friends',
  isEmpty: ({ referrals }) => !referrals,
  cell: ({ referrals = 0 }) => (
    <>
      {grouped(referrals)}
      <span className="phone-word"> {referrals === 1 ? 'friend' : 'friends'}</span>
    </>
  ),
}
const TAGS: Column = {
  label: 'Tags',
  isEmpty: ({ tags = [] }) => tags.length === 0,
  cell: ({ tags = [] }) => <Tags tags={tags} />,
}

/** The columns after the email in the table of submissions. The section People uses `PEOPLE_COLUMNS`. */
export const SUBMISSION_COLUMNS = [BUSINESS, INDUSTRY, PROVIDER, PRICE, SUBMITTED]
export const PEOPLE_COLUMNS = [STANDING, FRIENDS, TAGS, BUSINESS, INDUSTRY, SUBMITTED]

/** A person's stage, and whether the owner has to decide about them or has rejected them. */
function Standing({ entry }: { entry: ShownEntry }) {
  const { isLocal, rejected, doubtful, state = 'waiting' } = entry
  if (isLocal) return 'N/A'
  const isWaiting = state === 'waiting'
  const standing = rejected ? 'Rejected' : doubtful ? 'Doubtful' : isWaiting ? 'Waiting' : null
  return (
    <span className="row-badges">
      {standing && (
        <span className="badge" data-standing={standing}>
          {standing}
        </span>
      )}
      {state !== 'waiting' && (
        <span className="badge badge-solo">{{ invited: 'Invited', admitted: 'Let in' }[state]}</span>
      )}
      <MailBadges entry={entry} />
    </span>
  )
}

const MOST_TAGS = 2

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="row-badges">
      {tags.slice(0, MOST_TAGS).map((tag) => (
        <span key={tag} className="badge row-tag">
          {tag}
        </span>
      ))}
      {tags.length > MOST_TAGS && <span className="text-muted">and {grouped(tags.length - MOST_TAGS)} more</span>}
    </span>
  )
}
