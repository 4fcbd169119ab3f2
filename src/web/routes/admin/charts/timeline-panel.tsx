import { useState } from 'react'
import type { Timeline } from '#shared/list/summary.ts'
import { dayOf } from '#shared/values/days.ts'
import { EmptyChart } from './chart.tsx'
import { TimelineChart } from './timeline-chart.tsx'
import { daysInWords } from './timeline-words.ts'
import { formatDay, formatLongDay, isUnfinished } from '../ui/days.ts'
import type { ChangeView } from '../state/use-view.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { useNow, useOwnerZone } from '../../../ui/time.tsx'
import { Panel } from '../../../ui/panel.tsx'

/** `isSmall`: a low chart without words and table. */
type TimelinePanelProps = { timeline: Timeline; isSmall?: boolean; onChange: ChangeView }

export function TimelinePanel({ timeline, isSmall = false, onChange }: TimelinePanelProps) {
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
        <p className="flex flex-wrap justify-between gap-y-0.5 gap-x-6 text-control">
          <span>
            Busiest day{' '}
            <button type="button" onClick={() => choose({ from: busiest.day, to: busiest.day })} className="person">
              {formatDay(busiest.day)}
            </button>{' '}
            with <strong>{grouped(busiest.value)}</strong>
          </span>
          {points.length > 2 && (
            <span className="text-muted">
              Typical {timeline.unit}: {grouped(Math.round(timeline.usual))}.
              {isUnfinished(timeline.points.at(-1)!, today) &&
                ` Dashed bar: ${timeline.unit === 'day' ? 'today' : `this ${timeline.unit}`} so far.`}
            </span>
          )}
        </p>
      )}
      <TimelineChart title={title} timeline={timeline} today={today} onChoose={choose} />
      {!isSmall && <TimelineTable title={title} timeline={timeline} today={today} onChoose={choose} />}
    </Panel>
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
                <tr key={point.from}>
                  <th scope="row">
                    <button
                      type="button"
                      onClick={() => onChoose({ from: point.from, to: point.to })}
                      className="person"
                    >
                      {daysInWords(point)}
                    </button>
                  </th>
                  <td>
                    {grouped(point.value)}
                    {isUnfinished(point, today) && ' so far'}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
