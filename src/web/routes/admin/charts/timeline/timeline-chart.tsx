import { useId } from 'react'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { ticksUpTo } from './scale.ts'
import { TimelineDrawing } from './timeline-drawing.tsx'
import { Dates, Flags, Hint, type Mark, Marks, Ticks } from './timeline-texts.tsx'
import { type Chosen, useRange } from './use-range.ts'
import { daysInWords, signUps } from './words.ts'
import { Button } from '../../../../ui/button.tsx'

type TimelineChartProps = {
  title: string
  timeline: Timeline
  today: string
  marks: Mark[]
  onChoose: (range: { from: string; to: string }) => void
}

/** Bars over time with axes. A range can be chosen by dragging, and every bar can be read, also with the keyboard. */
export function TimelineChart({ title, timeline, today, marks, onChoose }: TimelineChartProps) {
  const { unit, points, usual } = timeline
  const help = useId()
  const { at, chosen, isTapped, choose, handlers, read } = useReadDays(points, onChoose)
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1)!
  const words = signUps(read, today)
  const marked = marks.filter(({ day }) => day >= read.from && day <= read.to)

  return (
    <div className="timeline">
      <Ticks ticks={ticks} top={top} />
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot contain a chart
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={help}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={[`${daysInWords(read)}: ${words}`, ...marked.map(({ label }) => label)].join('. ')}
        className="timeline-plot"
        {...handlers}
      >
        <TimelineDrawing timeline={timeline} today={today} top={top} at={at} chosen={chosen} ticks={ticks} />
        <Marks points={points} marks={marks} />
        <Flags timeline={timeline} top={top} />
        {at !== null && (
          <Hint days={read} words={words} marks={marked} usual={chosen ? null : usual} at={at} count={points.length} />
        )}
      </div>
      <Dates timeline={timeline} />
      <p id={help} className="sr-only">
        The arrow keys read each {unit}. With Shift they choose a range, which Enter shows.
      </p>
      {isTapped && at !== null && <ShowOnly days={read} onPress={() => choose([at, at])} />}
    </div>
  )
}

/** `read`: the days that are being read, as one point; the last point while nobody reads. */
function useReadDays(points: Point[], onChoose: TimelineChartProps['onChoose']) {
  const range = useRange({
    count: points.length,
    onChoose(chosen) {
      const { from, to } = joined(points, chosen)
      onChoose({ from, to })
    },
  })
  const { at, chosen } = range
  return { ...range, read: chosen ? joined(points, chosen) : points[at ?? points.length - 1]! }
}

function ShowOnly({ days, onPress }: { days: Point; onPress: () => void }) {
  return (
    <Button kind="segment" className="timeline-tapped" onClick={onPress} data-chosen>
      Show only {daysInWords(days)}
    </Button>
  )
}

/** Merges the chosen points into one. */
function joined(points: Point[], [first, last]: Chosen): Point {
  const chosen = points.slice(first, last + 1)
  return { from: chosen[0]!.from, to: chosen.at(-1)!.to, value: chosen.reduce((sum, { value }) => sum + value, 0) }
}
