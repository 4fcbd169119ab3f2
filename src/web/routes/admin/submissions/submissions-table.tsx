import { memo, type MouseEvent, type ReactNode, useRef } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import { CutText } from '../ui/cut-text.tsx'
import { Email } from '../ui/email.tsx'
import { MailBadges } from '../ui/mail-badges.tsx'
import { LocalBadge } from '../ui/local-badge.tsx'
import type { ShownEntry } from '../state/local-entries.ts'
import { ViewIcon } from '../ui/icons.tsx'
import { ProviderBadge } from './provider-badge.tsx'
import { SortHeader, type Sorting } from './sort-header.tsx'
import { SubmittedTime } from './submitted-time.tsx'

type SubmissionsTableProps = Sorting & {
  entries: ShownEntry[]
  now: number
  /** The next answer is loading. */
  busy: boolean
  onOpen: (id: string) => void
}

export function SubmissionsTable({ entries, now, busy, onOpen, ...sorting }: SubmissionsTableProps) {
  return (
    <div className="table-frame">
      <table className="submissions" aria-busy={busy}>
        <thead>
          <tr>
            <SortHeader for="email" {...sorting}>
              Email
            </SortHeader>
            <SortHeader for="business" {...sorting}>
              Business
            </SortHeader>
            <th scope="col">Industry</th>
            <th scope="col">Provider Type</th>
            <th scope="col">Price Range</th>
            <SortHeader for="submitted" {...sorting}>
              Submitted
            </SortHeader>
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} now={now} showPlace={sorting.sort === 'launch'} onOpen={onOpen} />
          ))}
          {entries.length === 0 && (
            <tr>
              <td colSpan={7} className="no-match">
                No submissions found
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { entry: ShownEntry; now: number; showPlace: boolean; onOpen: (id: string) => void }

/** Rendered again only when its entry changes, because a live list renders often. */
const Row = memo(function Row({ entry, now, showPlace, onOpen }: RowProps) {
  const button = useRef<HTMLButtonElement>(null)

  function open({ target }: MouseEvent) {
    if (!isPlain(target as Element)) return
    // The focus comes back here when the profile closes.
    button.current?.focus({ preventScroll: true })
    onOpen(entry.id)
  }

  return (
    <tr onClick={open}>
      <th scope="row" data-label="Email">
        <span className="who">
          {showPlace && (
            <span className="place">
              {entry.rank ? <strong>{ordinal(entry.rank)}</strong> : 'No place'}
              {entry.position !== undefined && <span>#{grouped(entry.position)}</span>}
            </span>
          )}
          <span>
            <Email email={entry.email} /> {entry.isLocal && <LocalBadge />} <MailBadges entry={entry} />
          </span>
        </span>
      </th>
      <Cell label="Business" isEmpty={!entry.business_name}>
        <CutText text={entry.business_name || 'N/A'} className="business" />
      </Cell>
      <Cell label="Industry" isEmpty={!entry.job_industry}>
        {entry.job_industry || 'N/A'}
      </Cell>
      <Cell label="Provider Type" isEmpty={entry.is_solo_provider === null || entry.is_solo_provider === undefined}>
        <ProviderBadge isSolo={entry.is_solo_provider} />
      </Cell>
      <Cell label="Price Range" isEmpty={!entry.price_range}>
        {entry.price_range || 'N/A'}
      </Cell>
      <Cell label="Submitted">
        <SubmittedTime date={entry.created_at ?? entry.date ?? new Date(now).toISOString()} now={now} />
      </Cell>
      <td className="row-action">
        <button
          ref={button}
          type="button"
          aria-label={`View details of ${entry.email}`}
          onClick={() => onOpen(entry.id)}
          className="icon-button"
        >
          <ViewIcon />
        </button>
      </td>
    </tr>
  )
})

/** A click on a control, or at the end of a selection of text, does not open the profile. */
function isPlain(target: Element): boolean {
  return !target.closest('button, a') && getSelection()?.isCollapsed !== false
}

/** On a phone the cells of a person stand in two lines, without those that have no answer. */
function Cell({ label, isEmpty, children }: { label: string; isEmpty?: boolean; children: ReactNode }) {
  return (
    <td data-label={label} data-empty={isEmpty || undefined}>
      {children}
    </td>
  )
}
