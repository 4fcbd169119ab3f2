import { useRef } from 'react'
import { type Filters, usualOrder } from '#shared/filters.ts'
import type { Figures } from '#shared/summary.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ChairNote, NOBODY_YET } from '../ui/chair-note.tsx'
import { ExportButton } from './export-button.tsx'
import { SubmissionsTable } from './submissions-table.tsx'
import { PAGE_SIZE, useEntries } from './use-entries.ts'
import { useNow } from '../state/use-now.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

type SubmissionsTabProps = {
  view: View
  filters: Partial<Filters>
  figures: Figures
  isListEmpty: boolean
  onChange: ChangeView
  onOpen: (id: string) => void
}

/** The filtered people, one page at a time. */
export function SubmissionsTab({ view, filters, figures, isListEmpty, onChange, onOpen }: SubmissionsTabProps) {
  const now = useNow()
  const { sort } = view
  const order = view.order ?? usualOrder(sort)
  const { period, totalSignups } = figures
  const list = useEntries({ filters, timeZone: period.time_zone, now, sort, order })
  const heading = useRef<HTMLHeadingElement>(null)

  /** A new page is read from its top, with the eye and the keyboard. */
  function turn(to: (() => void) | null) {
    if (!to) return
    to()
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  return (
    <section aria-labelledby="submissions" className="panel">
      <div className="panel-head">
        <h2 ref={heading} id="submissions" tabIndex={-1} className="panel-title">
          Waitlist Submissions ({grouped(totalSignups)})
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            aria-pressed={sort === 'launch'}
            onClick={() => onChange({ sort: sort === 'launch' ? 'submitted' : 'launch', order: null })}
            className="segment"
          >
            Launch order
          </button>
          <ExportButton
            query={{ ...filters, sort, order }}
            total={totalSignups}
            fileName={`waitlist-${period.today}.csv`}
          />
        </div>
      </div>
      {sort === 'launch' && (
        <p className="panel-note">Who is let in first: by position, then more referrals, then the earlier sign-up.</p>
      )}
      {list.entries === null ? (
        <p className="empty">Loading data...</p>
      ) : isListEmpty && list.entries.length === 0 ? (
        <ChairNote>{NOBODY_YET}</ChairNote>
      ) : (
        <>
          <SubmissionsTable
            entries={list.entries}
            now={now}
            busy={list.isPending}
            sort={sort}
            order={order}
            onSort={(sort, order) => onChange({ sort, order: order === usualOrder(sort) ? null : order })}
            onOpen={onOpen}
          />
          {(list.turnBack ?? list.turnOn) && (
            <nav aria-label="Pages" className="pages">
              <button
                type="button"
                aria-disabled={!list.turnBack}
                onClick={() => turn(list.turnBack)}
                className={buttonStyle('quiet', TURN_STYLE)}
              >
                Previous
              </button>
              <p>
                {grouped(list.page * PAGE_SIZE + 1)} to {grouped(list.page * PAGE_SIZE + list.entries.length)} of{' '}
                {grouped(totalSignups)}
              </p>
              <button
                type="button"
                aria-disabled={!list.turnOn}
                onClick={() => turn(list.turnOn)}
                className={buttonStyle('quiet', TURN_STYLE)}
              >
                Next
              </button>
            </nav>
          )}
        </>
      )}
    </section>
  )
}

/** Not `disabled`, which would take the focus away while the owner turns pages. */
const TURN_STYLE = 'tool-button aria-disabled:border-line aria-disabled:text-muted'
