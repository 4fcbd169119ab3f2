import type { CSSProperties } from 'react'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { isSpike } from '#shared/list/timeline.ts'
import { grouped } from '../../../../ui/grouped.ts'
import { labelledOf } from './scale.ts'
import { comparison, daysInWords, shortDate } from './words.ts'

/** An event that the chart marks on its day, so that it can be compared with the sign-ups. */
export type Mark = { day: string; label: string }

const MOST_DATES = 8
/** Spikes with a label are at least this far apart, as a share of the width. */
const LABEL_ROOM = 0.24

/** The values of the horizontal lines, beside the chart. */
export function Ticks({ ticks, top }: { ticks: number[]; top: number }) {
  return (
    <div className="timeline-ticks" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
          {grouped(tick)}
        </span>
      ))}
    </div>
  )
}

export function Dates({ timeline: { unit, points } }: { timeline: Timeline }) {
  return (
    <div className="timeline-dates" aria-hidden="true">
      {labelledOf(points.length, MOST_DATES).map((index, order) => (
        <span key={index} data-odd={order % 2 === 1 || undefined} {...placeOf(index, points.length)}>
          {shortDate(points[index]!, unit)}
        </span>
      ))}
    </div>
  )
}

/** The dates of the greatest spikes, above them. */
export function Flags({ timeline, top }: { timeline: Timeline; top: number }) {
  const { unit, points } = timeline
  return labelledSpikes(timeline).map((index) => {
    const { style, ...edge } = placeOf(index, points.length)
    const bottom = `${(points[index]!.value / top) * 100}%`
    return (
      <span key={index} aria-hidden="true" className="timeline-flag" style={{ ...style, bottom }} {...edge}>
        {shortDate(points[index]!, unit)}
      </span>
    )
  })
}

export function Marks({ points, marks }: { points: Point[]; marks: Mark[] }) {
  return marks.map(({ day, label }) => (
    <span
      key={day + label}
      aria-hidden="true"
      className="timeline-mark"
      style={placeOf(indexOf(points, day), points.length).style}
    >
      {label}
    </span>
  ))
}

type HintProps = { days: Point; words: string; marks: Mark[]; usual: number | null; at: number; count: number }

/** The hint above the bar that is being read. */
export function Hint({ days, words, marks, usual, at, count }: HintProps) {
  const compared = usual === null ? null : comparison(days.value, usual)
  return (
    <span aria-hidden="true" className="hint timeline-hint" {...placeOf(at, count)} data-edge={edgeOf(at, count)}>
      <strong>{daysInWords(days)}</strong>
      <span>{words}</span>
      {compared && <span>{compared}</span>}
      {marks.map(({ day, label }) => (
        <span key={day + label}>{label}</span>
      ))}
    </span>
  )
}

/** With more bars than this, a bar is narrower than a date. */
const FEW = 12

type Place = { style: CSSProperties; 'data-edge': 'left' | 'right' | undefined }

/** The middle of a bar. If the bars are narrow, texts near an edge are shifted inwards, so that no text is cut off. */
function placeOf(index: number, count: number): Place {
  const edge = count > FEW ? edgeOf(index, count) : undefined
  return { style: { left: `${((index + 0.5) / count) * 100}%` }, 'data-edge': edge }
}

function edgeOf(index: number, count: number): 'left' | 'right' | undefined {
  const share = (index + 0.5) / count
  return share < 0.15 ? 'left' : share > 0.85 ? 'right' : undefined
}

/** The indexes of the greatest spikes that have space for a label: above no higher bar, and away from other labels. */
function labelledSpikes({ points, usual }: Timeline): number[] {
  const reach = Math.ceil((LABEL_ROOM / 2) * points.length)
  const isPeak = (value: number, index: number) =>
    points.slice(Math.max(0, index - reach), index + reach + 1).every((other) => other.value <= value)
  const spikes = points.flatMap(({ value }, index) => (isSpike(value, usual) && isPeak(value, index) ? index : []))
  const labelled: number[] = []
  for (const index of spikes.sort((a, b) => points[b]!.value - points[a]!.value)) {
    if (labelled.every((other) => Math.abs(index - other) / points.length > LABEL_ROOM)) labelled.push(index)
  }
  return labelled
}

/** The index of the point that contains a day; the index of the last point for a later day. */
function indexOf(points: Point[], day: string): number {
  const index = points.findIndex(({ to }) => day <= to)
  return index < 0 ? points.length - 1 : index
}
