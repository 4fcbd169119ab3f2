import { type CSSProperties, useId } from 'react'
import { addDays } from '#shared/days.ts'
import type { Point, Timeline } from '#shared/summary.ts'
import { isSpike } from '#shared/timeline.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { labelledOf, ticksUpTo } from './scale.ts'
import { TimelineDrawing } from './timeline-drawing.tsx'
import { useRange } from './use-range.ts'
import { comparison, daysInWords, rangeOf, shortDate, signUps } from './words.ts'

/** Something that happened on a day, and is worth to be seen beside the sign-ups. */
export type Mark = { day: string; label: string }

type TimelineChartProps = {
  title: string
  timeline: Timeline
  marks?: Mark[]
  onChoose: (range: { from: string; to: string }) => void
}

const MOST_DATES = 8
/** Spikes with a label are at least this far apart, as a share of the width. */
const LABEL_ROOM = 0.24

/** Bars over time with axes. A range can be chosen by dragging, and every bar can be read, also with the keyboard. */
export function TimelineChart({ title, timeline, marks = [], onChoose }: TimelineChartProps) {
  const { unit, points, usual } = timeline
  const help = useId()
  const { at, chosen, isTapped, choose, handlers } = useRange({
    count: points.length,
    onChoose: (range) => onChoose(daysOf(rangeOf(points, range))),
  })
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1)!
  const shown = chosen ? rangeOf(points, chosen) : at === null ? null : points[at]!
  const marksOf = ({ from, to }: { from: string; to: string }) => marks.filter(({ day }) => day >= from && day <= to)
  const place = (index: number): CSSProperties => ({ left: `${((index + 0.5) / points.length) * 100}%` })

  return (
    <div className="timeline">
      <div className="timeline-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {grouped(tick)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={help}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={inWords(shown ?? points.at(-1)!, marksOf(shown ?? points.at(-1)!))}
        className="timeline-plot"
        {...handlers}
      >
        <TimelineDrawing timeline={timeline} top={top} at={at} chosen={chosen} ticks={ticks} />
        {marks.map(({ day, label }) => (
          <span key={day + label} aria-hidden="true" className="timeline-mark" style={place(indexOf(points, day))}>
            {label}
          </span>
        ))}
        {labelledSpikes(timeline).map((index) => (
          <span
            key={index}
            aria-hidden="true"
            className="timeline-flag"
            data-edge={edgeOf(index, points.length)}
            style={{ ...place(index), bottom: `${(points[index]!.value / top) * 100}%` }}
          >
            {shortDate(points[index]!, unit)}
          </span>
        ))}
        {shown && (
          <span
            aria-hidden="true"
            className="hint timeline-hint"
            data-edge={edgeOf(at!, points.length)}
            style={place(at!)}
          >
            <strong>{daysInWords(shown)}</strong>
            <span>{signUps(shown.value)}</span>
            {!chosen && comparison(shown.value, usual) && <span>{comparison(shown.value, usual)}</span>}
            {marksOf(shown).map(({ day, label }) => (
              <span key={day + label}>{label}</span>
            ))}
          </span>
        )}
      </div>
      <div className="timeline-dates" aria-hidden="true">
        {labelledOf(points.length, MOST_DATES).map((index, order) => (
          <span key={index} data-edge={edgeOf(index, points.length)} data-odd={order % 2 === 1 || undefined} style={place(index)}>
            {shortDate(points[index]!, unit)}
          </span>
        ))}
      </div>
      <p id={help} className="sr-only">
        The arrow keys read each {unit}. With Shift they choose a range, which Enter shows.
      </p>
      {isTapped && at !== null && (
        <button type="button" onClick={() => choose([at, at])} className="segment timeline-tapped" data-chosen>
          Show only {daysInWords(points[at]!)}
        </button>
      )}
    </div>
  )
}

function daysOf({ from, to }: { from: string; to: string }) {
  return { from, to }
}

function inWords(days: Point, marks: Mark[]): string {
  return [`${daysInWords(days)}: ${signUps(days.value)}`, ...marks.map(({ label }) => label)].join('. ')
}

/** The greatest spikes that have room for a label. */
function labelledSpikes({ points, usual }: Timeline): number[] {
  const spikes = points.flatMap(({ value }, index) => (isSpike(value, usual) ? index : []))
  const labelled: number[] = []
  for (const index of spikes.toSorted((a, b) => points[b]!.value - points[a]!.value)) {
    if (labelled.every((other) => Math.abs(index - other) / points.length > LABEL_ROOM)) labelled.push(index)
  }
  return labelled
}

/** The point that a day belongs to; the nearest, for a day outside. */
function indexOf(points: Point[], day: string): number {
  const index = points.findIndex(({ to }) => day < addDays(to, 1))
  return index < 0 ? points.length - 1 : index
}

/** Texts near an edge stand beside their point, so that they are not cut. */
function edgeOf(index: number, count: number): 'left' | 'right' | undefined {
  const share = (index + 0.5) / count
  return share < 0.15 ? 'left' : share > 0.85 ? 'right' : undefined
}
