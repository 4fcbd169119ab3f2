import { Popover } from '@base-ui/react/popover'
import { useRef, useState } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { CalendarMonth, currentDayOf } from './calendar-month.tsx'
import { addMonths, formatDay, formatDays, formatMonth, sameDayOf } from './calendar.ts'

/** The space for the site's header and for a phone's navigation, in pixels. */
const ROOM = { top: 72, right: 8, bottom: 72, left: 8 }

type DateRangeProps = {
  from: string | null
  to: string | null
  today: string
  onChange: (range: { from: string; to: string }) => void
}

/** The 'Date Range' button and its calendar. The first click sets the beginning of the range, the second its end. */
export function DateRange({ from, to, today, onChange }: DateRangeProps) {
  const [open, setOpen] = useState(false)
  const [begun, setBegun] = useState<string | null>(null)
  const [current, setCurrent] = useState(to ?? today)
  const calendar = useRef<HTMLTableElement>(null)
  const month = current.slice(0, 7)

  function show(open: boolean) {
    setOpen(open)
    setBegun(null)
    setCurrent(to ?? today)
  }

  function choose(day: string) {
    setCurrent(day)
    if (begun === null) return setBegun(day)
    setOpen(false)
    const [from, to] = [begun, day].sort() as [string, string]
    onChange({ from, to })
  }

  function turn(months: number) {
    const target = sameDayOf(addMonths(month, months), current)
    setCurrent(target > today ? today : target)
  }

  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Trigger className="segment" data-chosen={from !== null || undefined}>
        Date Range
        {from !== null && to !== null && <span className="segment-more">{formatDays(from, to)}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          sideOffset={8}
          align="end"
          // If space is short, it covers its button, and not the header or the navigation.
          collisionAvoidance={{ side: 'shift', align: 'shift' }}
          collisionPadding={ROOM}
          className="z-10"
        >
          <Popover.Popup
            initialFocus={() => calendar.current && currentDayOf(calendar.current)}
            className="popup calendar-popup"
          >
            <div className="flex items-center justify-between">
              <button type="button" aria-label="Previous month" onClick={() => turn(-1)} className="icon-button">
                <ChevronLeftIcon />
              </button>
              <Popover.Title className="text-title">{formatMonth(month)}</Popover.Title>
              <button
                type="button"
                aria-label="Next month"
                disabled={month >= today.slice(0, 7)}
                onClick={() => turn(1)}
                className="icon-button"
              >
                <ChevronRightIcon />
              </button>
            </div>
            <CalendarMonth
              ref={calendar}
              current={current}
              from={begun ?? from}
              to={begun === null ? to : null}
              today={today}
              onMove={setCurrent}
              onChoose={choose}
            />
            <Popover.Description className="mt-2 text-small text-muted" aria-live="polite">
              {begun === null ? 'Choose the first day.' : `From ${formatDay(begun)}. Choose the last day.`}
            </Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
