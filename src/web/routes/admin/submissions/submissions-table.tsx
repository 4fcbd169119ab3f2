import { memo, type MouseEvent, type RefObject, useRef } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import type { Selecting } from './use-selection.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { Email } from '../ui/email.tsx'
import { ViewIcon } from '../ui/icons.tsx'
import { LocalBadge } from '../ui/local-badge.tsx'
import { MailBadges } from '../ui/mail-badges.tsx'
import { type Column, PEOPLE_COLUMNS, SUBMISSION_COLUMNS } from './columns.tsx'
import { SortHeader, type Sorting } from './sort-header.tsx'

type SubmissionsTableProps = Sorting & {
  entries: ShownEntry[]
  now: number
  /** Whether the next answer is loading. */
  busy: boolean
  /** The ticked people; null for a table without checkboxes. */
  selecting: Selecting | null
  /** The ref of the table body, the target of the button that skips everything above it. */
  start: RefObject<HTMLTableSectionElement | null>
  onOpen: (id: string) => void
}

export function SubmissionsTable(props: SubmissionsTableProps) {
  const { entries, now, busy, selecting, start, onOpen, ...sorting } = props
  const columns = selecting ? PEOPLE_COLUMNS : SUBMISSION_COLUMNS
  const page = entries.filter(({ isLocal }) => !isLocal).map(({ id }) => id)
  return (
    <div className="table-frame">
      <table className="submissions" aria-busy={busy} data-people={selecting !== null || undefined}>
        <TableHead columns={columns} page={page} selecting={selecting} sorting={sorting} />
        <tbody ref={start} tabIndex={-1}>
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              now={now}
              columns={columns}
              showPlace={sorting.sort === 'launch'}
              isTicked={selecting?.isTicked(entry.id) ?? false}
              onTick={selecting && !entry.isLocal ? selecting.tick : null}
              onOpen={onOpen}
            />
          ))}
          {entries.length === 0 && (
            <tr>
              <td colSpan={columns.length + (selecting ? 3 : 2)} className="no-match">
                No submissions found
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

type TableHeadProps = Pick<SubmissionsTableProps, 'selecting'> & {
  columns: Column[]
  /** The ids of the people on this page. */
  page: string[]
  sorting: Sorting
}

function TableHead({ columns, page, selecting, sorting }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {selecting && (
          <th scope="col" className="tick">
            <Tick
              label="Everybody on this page"
              isTicked={page.length > 0 && page.every(selecting.isTicked)}
              onTick={() => selecting.tickPage(page)}
            />
          </th>
        )}
        <SortHeader for="email" {...sorting}>
          Email
        </SortHeader>
        {columns.map(({ label, sort }) =>
          sort ? (
            <SortHeader key={label} for={sort} {...sorting}>
              {label}
            </SortHeader>
          ) : (
            <th key={label} scope="col">
              {label}
            </th>
          ),
        )}
        <th scope="col">
          <span className="sr-only">Details</span>
        </th>
      </tr>
    </thead>
  )
}

type RowProps = {
  entry: ShownEntry
  now: number
  columns: Column[]
  showPlace: boolean
  isTicked: boolean
  onTick: ((id: string) => void) | null
  onOpen: (id: string) => void
}

/** Rendered again only when its entry changes, because a live list renders often. */
const Row = memo(function Row({ entry, now, columns, showPlace, isTicked, onTick, onOpen }: RowProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isPerson = columns === PEOPLE_COLUMNS

  function open({ target }: MouseEvent) {
    if (!isPlain(target as Element)) return
    // The focus comes back here when the profile closes.
    button.current?.focus({ preventScroll: true })
    onOpen(entry.id)
  }

  return (
    <tr onClick={open} data-chosen={isTicked || undefined}>
      {isPerson && (
        <td className="tick">
          {onTick && <Tick label={entry.email} isTicked={isTicked} onTick={() => onTick(entry.id)} />}
        </td>
      )}
      <th scope="row" data-label="Email">
        <Who entry={entry} showPlace={showPlace} showMail={!isPerson} />
      </th>
      {columns.map(({ label, isEmpty, cell }) => (
        // On a phone, cells without an answer are hidden.
        <td key={label} data-label={label} data-empty={isEmpty?.(entry) || undefined}>
          {cell(entry, now)}
        </td>
      ))}
      <td className="row-action">
        <DetailsButton ref={button} email={entry.email} onPress={() => onOpen(entry.id)} />
      </td>
    </tr>
  )
})

type WhoProps = Pick<RowProps, 'entry' | 'showPlace'> & { showMail: boolean }

function Who({ entry, showPlace, showMail }: WhoProps) {
  return (
    <span className="who">
      {showPlace && (
        <span className="place">
          {entry.rank ? <strong>{ordinal(entry.rank)}</strong> : 'No place'}
          {entry.position !== undefined && <span>#{grouped(entry.position)}</span>}
        </span>
      )}
      <span>
        <Email email={entry.email} /> {entry.isLocal && <LocalBadge />} {showMail && <MailBadges entry={entry} />}
      </span>
    </span>
  )
}

type DetailsButtonProps = { ref: RefObject<HTMLButtonElement | null>; email: string; onPress: () => void }

function DetailsButton({ ref, email, onPress }: DetailsButtonProps) {
  return (
    <button ref={ref} type="button" aria-label={`View details of ${email}`} onClick={onPress} className="icon-button">
      <ViewIcon />
    </button>
  )
}

type TickProps = { label: string; isTicked: boolean; onTick: () => void }

function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <label>
      <input type="checkbox" aria-label={label} checked={isTicked} onChange={onTick} />
    </label>
  )
}

/** A click on a control, or at the end of a selection of text, does not open the profile. */
function isPlain(target: Element): boolean {
  return !target.closest('button, a, label') && getSelection()?.isCollapsed !== false
}
