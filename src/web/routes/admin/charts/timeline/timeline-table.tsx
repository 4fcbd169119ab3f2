import { useState } from 'react'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { isUnfinished } from '../../date-range/calendar.ts'
import { daysInWords } from './words.ts'

type TimelineTableProps = {
  title: string
  timeline: Timeline
  today: string
  onChoose: (range: { from: string; to: string }) => void
}

/** The figures of the timeline as a table, newest first. Days, weeks or months without a sign-up are left out. */
export function TimelineTable({ title, timeline: { unit, points }, today, onChoose }: TimelineTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="timeline-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <table className="figures">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{{ day: 'Day', week: 'Week', month: 'Month' }[unit]}</th>
              <th scope="col">Sign-ups</th>
            </tr>
          </thead>
          <tbody>
            {points
              .filter(({ value }) => value > 0)
              .reverse()
              .map((point) => (
                <PointRow key={point.from} point={point} today={today} onChoose={onChoose} />
              ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

type PointRowProps = Pick<TimelineTableProps, 'today' | 'onChoose'> & { point: Point }

function PointRow({ point, today, onChoose }: PointRowProps) {
  const { from, to, value } = point
  return (
    <tr>
      <th scope="row">
        <button type="button" onClick={() => onChoose({ from, to })} className="person">
          {daysInWords(point)}
        </button>
      </th>
      <td>
        {grouped(value)}
        {isUnfinished(point, today) && ' so far'}
      </td>
    </tr>
  )
}
