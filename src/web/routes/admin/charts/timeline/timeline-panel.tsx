import { dayOf } from '#shared/values/days.ts'
import type { Timeline } from '#shared/list/summary.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { formatDay, formatLongDay, isUnfinished } from '../../date-range/calendar.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { useOwnerZone } from '../../../../ui/owner-time.ts'
import { Panel } from '../../../../ui/panel.tsx'
import type { ChangeView } from '../../view/use-view.ts'
import { EmptyChart } from '../empty-chart.tsx'
import { TimelineChart } from './timeline-chart.tsx'
import { TimelineTable } from './timeline-table.tsx'
import type { Mark } from './timeline-texts.tsx'

type TimelinePanelProps = { timeline: Timeline; marks?: Mark[]; onChange: ChangeView }

/** Sign-ups over time, with the busiest day in words. */
export function TimelinePanel({ timeline, marks = [], onChange }: TimelinePanelProps) {
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
    <Panel title={title} note="Drag across the chart to see only those days." className="timeline-panel">
      <p className="timeline-words">
        <BusiestDay busiest={busiest} onChoose={choose} />
        {points.length > 2 && <UsualDay timeline={timeline} today={today} />}
      </p>
      <TimelineChart title={title} timeline={timeline} today={today} marks={marks} onChoose={choose} />
      <TimelineTable title={title} timeline={timeline} today={today} onChoose={choose} />
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

/** The sign-ups of a typical day, week or month, and the meaning of a dashed bar. */
function UsualDay({ timeline: { unit, points, usual }, today }: { timeline: Timeline; today: string }) {
  return (
    <span className="text-muted">
      Typical {unit}: {grouped(Math.round(usual))}.
      {isUnfinished(points.at(-1)!, today) && ` Dashed bar: ${unit === 'day' ? 'today' : `this ${unit}`} so far.`}
    </span>
  )
}
