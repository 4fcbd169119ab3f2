import { Popover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/tool-icons.tsx'
import { CalendarMonth, currentDayOf } from './calendar-month.tsx'
import { addMonths, formatDay, formatDays, formatMonth, sameDayOf } from './calendar.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'

/** The space in pixels that the popup leaves for the site's header and for the navigation of a phone. */
const ROOM = { top: 72, right: 8, bottom: 72, left: 8 }

type DateRangeProps = {
  from: string | null
  to: string | null
  today: string
  onChange: (range: { from: string; to: string }) => void
}

/** The 'Date Range' button and its calendar. The first click sets the beginning of the range, the second its end. */
export function DateRange({ from, to, today, onChange }: DateRangeProps) {
  const { open, begun, current, move, show, choose, turn } = useChoosing({ to, today, onChange })
  const calendar = useRef<HTMLTableElement>(null)
  const month = current.slice(0, 7)

  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Trigger
        className={buttonClass('segment', 'max-tablet:px-1 max-tablet:text-tiny max-tablet:tracking-tight')}
        data-chosen={from !== null || undefined}
      >
        Date Range
        {from !== null && to !== null && <span className="font-normal">{formatDays(from, to)}</span>}
      </Popover.Trigger>
      <CalendarPopup calendar={calendar}>
        <MonthHead month={month} isLast={month >= today.slice(0, 7)} onTurn={turn} />
        <CalendarMonth
          ref={calendar}
          current={current}
          from={begun ?? from}
          to={begun === null ? to : null}
          today={today}
          onMove={move}
          onChoose={choose}
        />
        <Popover.Description className="mt-2 text-small text-muted" aria-live="polite">
          {begun === null ? 'Choose the first day.' : `From ${formatDay(begun)}. Choose the last day.`}
        </Popover.Description>
      </CalendarPopup>
    </Popover.Root>
  )
}

/** `begun`: the first day, while the last one is not chosen yet. `current`: the day with the keyboard focus. */
function useChoosing({ to, today, onChange }: Omit<DateRangeProps, 'from'>) {
  const [open, setOpen] = useState(false)
  const [begun, setBegun] = useState<string | null>(null)
  const [current, setCurrent] = useState(to ?? today)

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
    const target = sameDayOf(addMonths(current.slice(0, 7), months), current)
    setCurrent(target > today ? today : target)
  }

  return { open, begun, current, move: setCurrent, show, choose, turn }
}

type CalendarPopupProps = { calendar: RefObject<HTMLTableElement | null>; children: ReactNode }

function CalendarPopup({ calendar, children }: CalendarPopupProps) {
  return (
    <Popover.Portal>
      <Popover.Positioner
        sideOffset={8}
        align="end"
        // If space is short, the popup covers its button, but never the header or the navigation.
        collisionAvoidance={{ side: 'shift', align: 'shift' }}
        collisionPadding={ROOM}
        className="z-10"
      >
        <Popover.Popup
          initialFocus={() => calendar.current && currentDayOf(calendar.current)}
          className="popup calendar-popup"
        >
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  )
}

type MonthHeadProps = { month: string; isLast: boolean; onTurn: (months: number) => void }

function MonthHead({ month, isLast, onTurn }: MonthHeadProps) {
  return (
    <div className="flex items-center justify-between">
      <Button kind="icon" aria-label="Previous month" onClick={() => onTurn(-1)}>
        <ChevronLeftIcon />
      </Button>
      <Popover.Title className="text-title">{formatMonth(month)}</Popover.Title>
      <Button kind="icon" aria-label="Next month" disabled={isLast} onClick={() => onTurn(1)}>
        <ChevronRightIcon />
      </Button>
    </div>
  )
}
