import { Popover } from '@base-ui/react/popover'
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays } from '#shared/values/days.ts'
import {
  WEEKDAYS,
  addMonths,
  formatDay,
  formatDays,
  formatLongDay,
  formatMonth,
  sameDayOf,
  weeksOf,
} from './calendar.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/tool-icons.tsx'

/** The space in pixels that the popup leaves for the site's header and for the navigation of a phone. */
const ROOM = { top: 72, right: 8, bottom: 72, left: 8 }

type DateRangeProps = {
  from: string | null
  to: string | null
  today: string
  onChange: (range: { from: string; to: string }) => void
}

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

/** `begun`: the first day, while the last one is not chosen yet. */
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

type CalendarMonthProps = {
  ref: RefObject<HTMLTableElement | null>
  current: string
  from: string | null
  to: string | null
  today: string
  onMove: (day: string) => void
  onChoose: (day: string) => void
}

function CalendarMonth({ ref, current, from, to, today, onMove, onChoose }: CalendarMonthProps) {
  const month = current.slice(0, 7)

  function move(event: KeyboardEvent) {
    const target = MOVES[event.key]?.(current)
    if (!target) return
    event.preventDefault()
    // Synchronously, because only a day that is drawn can take the focus.
    flushSync(() => onMove(target > today ? today : target))
    if (ref.current) currentDayOf(ref.current)?.focus()
  }

  return (
    <table ref={ref} aria-label={formatMonth(month)} className="calendar">
      <WeekdayHead />
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, weekday) => (
              <td key={WEEKDAYS[weekday]} data-within={(day !== null && isWithin(day, from, to)) || undefined}>
                {day && (
                  <DayButton
                    day={day}
                    today={today}
                    isCurrent={day === current}
                    isChosen={day === from || day === to}
                    onClick={() => onChoose(day)}
                    onKeyDown={move}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WeekdayHead() {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((weekday) => (
          <th key={weekday} scope="col" abbr={weekday}>
            {weekday.slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type DayButtonProps = Pick<ComponentProps<'button'>, 'onClick' | 'onKeyDown'> & {
  day: string
  today: string
  isCurrent: boolean
  isChosen: boolean
}

function DayButton({ day, today, isCurrent, isChosen, ...handlers }: DayButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      disabled={day > today}
      aria-label={formatLongDay(day)}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={isChosen}
      {...handlers}
      className="calendar-day"
    >
      {Number(day.slice(8))}
    </button>
  )
}

function currentDayOf(calendar: HTMLTableElement): HTMLElement | null {
  return calendar.querySelector<HTMLElement>('[tabindex="0"]')
}

const MOVES: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => sameDayOf(addMonths(day.slice(0, 7), -1), day),
  PageDown: (day) => sameDayOf(addMonths(day.slice(0, 7), 1), day),
}

function isWithin(day: string, from: string | null, to: string | null): boolean {
  return from !== null && day >= from && day <= (to ?? from)
}
