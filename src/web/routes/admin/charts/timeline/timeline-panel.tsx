import type { Timeline } from '#shared/summary.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { formatDay, formatLongDay } from '../../date-range/calendar.ts'
import { Panel } from '../../ui/panel.tsx'
import type { ChangeView } from '../../view/use-view.ts'
import { EmptyChart } from '../empty-chart.tsx'
import { TimelineChart } from './timeline-chart.tsx'
import { TimelineTable } from './timeline-table.tsx'
import type { Mark } from './timeline-texts.tsx'

type TimelinePanelProps = { timeline: Timeline; marks?: Mark[]; onChange: ChangeView }

/** Sign-ups over time, with the busiest day in words. */
export function TimelinePanel({ timeline, marks = [], onChange }: TimelinePanelProps) {
  const { unit, points, usual, busiest } = timeline
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
    <Panel title={title} note="Drag across the chart to see only those days." className="timeline-panel">
      <p className="timeline-words">
        <span>
          Busiest day{' '}
          <button type="button" onClick={() => choose({ from: busiest.day, to: busiest.day })} className="person">
            {formatDay(busiest.day)}
          </button>{' '}
          with <strong>{grouped(busiest.value)}</strong>
        </span>
        {points.length > 2 && (
          <span className="text-muted">
            {grouped(Math.round(usual))} on a usual {unit}
          </span>
        )}
      </p>
      <TimelineChart title={title} timeline={timeline} marks={marks} onChoose={choose} />
      <TimelineTable title={title} timeline={timeline} onChoose={choose} />
    </Panel>
  )
}
