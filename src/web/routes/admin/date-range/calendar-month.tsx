import type { ComponentProps, KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { addDays } from '#shared/values/days.ts'
import { addMonths, formatLongDay, formatMonth, sameDayOf, WEEKDAYS, weeksOf } from './calendar.ts'

type CalendarMonthProps = {
  ref: RefObject<HTMLTableElement | null>
  /** The day with the keyboard focus. The calendar shows its month. */
  current: string
  from: string | null
  to: string | null
  /** The last day that can be chosen, because nothing has happened after it. */
  today: string
  onMove: (day: string) => void
  onChoose: (day: string) => void
}

/** One month. The arrow keys move by day and week, Page Up and Page Down by month. */
export function CalendarMonth({ ref, current, from, to, today, onMove, onChoose }: CalendarMonthProps) {
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

/** The button of the day that takes the keyboard focus. */
export function currentDayOf(calendar: HTMLTableElement): HTMLElement | null {
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
