import { useState } from 'react'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { dayOf } from '#shared/values/days.ts'
import { EmptyChart } from '../chart-tooltip.tsx'
import { type Mark, TimelineChart } from './timeline-chart.tsx'
import { daysInWords } from './words.ts'
import { formatDay, formatLongDay, isUnfinished } from '../../ui/days.ts'
import type { ChangeView } from '../../view/use-view.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { useOwnerZone } from '../../../../ui/owner-time.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { useNow } from '../../../../ui/use-now.ts'

/** `isSmall`: a low chart without words and table. */
type TimelinePanelProps = { timeline: Timeline; marks?: Mark[]; isSmall?: boolean; onChange: ChangeView }

export function TimelinePanel({ timeline, marks = [], isSmall = false, onChange }: TimelinePanelProps) {
  const { unit, points, busiest } = timeline
  const today = dayOf(new Date(useNow()), useOwnerZone())
  const title = `Sign-ups per ${unit}`
  const choose = ({ from, to }: { from: string; to: string }) => onChange({ from, to })
  if (!busiest) {
    return (
      <Panel title={title}>
        <EmptyChart kind="days">No submissions found</EmptyChart>
      </Panel>
    )
  }
  if (points.length === 1) {
    return (
      <Panel title={title}>
        <p>
          <strong>{grouped(busiest.value)}</strong> on {formatLongDay(busiest.day)}. More days make a chart.
        </p>
      </Panel>
    )
  }
  return (
    <Panel
      title={title}
      note={!isSmall && 'Drag across the chart to see only those days.'}
      className={`timeline-panel ${isSmall ? '[&_.timeline-plot]:h-34' : ''}`}
    >
      {!isSmall && (
        <p className="timeline-words">
          <BusiestDay busiest={busiest} onChoose={choose} />
          {points.length > 2 && <UsualDay timeline={timeline} today={today} />}
        </p>
      )}
      <TimelineChart title={title} timeline={timeline} today={today} marks={marks} onChoose={choose} />
      {!isSmall && <TimelineTable title={title} timeline={timeline} today={today} onChoose={choose} />}
    </Panel>
  )
}

type BusiestDayProps = {
  busiest: NonNullable<Timeline['busiest']>
  onChoose: (range: { from: string; to: string }) => void
}

function BusiestDay({ busiest: { day, value }, onChoose }: BusiestDayProps) {
  return (
    <span>
      Busiest day{' '}
      <button type="button" onClick={() => onChoose({ from: day, to: day })} className="person">
        {formatDay(day)}
      </button>{' '}
      with <strong>{grouped(value)}</strong>
    </span>
  )
}

function UsualDay({ timeline: { unit, points, usual }, today }: { timeline: Timeline; today: string }) {
  return (
    <span className="text-muted">
      Typical {unit}: {grouped(Math.round(usual))}.
      {isUnfinished(points.at(-1)!, today) && ` Dashed bar: ${unit === 'day' ? 'today' : `this ${unit}`} so far.`}
    </span>
  )
}

type TimelineTableProps = {
  title: string
  timeline: Timeline
  today: string
  onChoose: (range: { from: string; to: string }) => void
}

/** Without those that have no sign-up. */
function TimelineTable({ title, timeline: { unit, points }, today, onChoose }: TimelineTableProps) {
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
