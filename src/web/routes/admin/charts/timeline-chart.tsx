import { type CSSProperties, useId, type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { isSpike } from '#shared/list/timeline.ts'
import { comparison, daysInWords, labelledOf, shortDate, signUps, ticksUpTo } from './timeline-words.ts'
import { isUnfinished } from '../ui/days.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { shareAt, stepTo } from './sparkline.tsx'

type TimelineChartProps = {
  title: string
  timeline: Timeline
  today: string
  onChoose: (range: { from: string; to: string }) => void
}

export function TimelineChart({ title, timeline, today, onChoose }: TimelineChartProps) {
  const { unit, points, usual } = timeline
  const help = useId()
  const { at, chosen, isTapped, choose, handlers, read } = useReadDays(points, onChoose)
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1)!
  const words = signUps(read, today)

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
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot contain a chart
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={help}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={`${daysInWords(read)}: ${words}`}
        className="timeline-plot"
        {...handlers}
      >
        <TimelineDrawing timeline={timeline} today={today} top={top} at={at} chosen={chosen} ticks={ticks} />
        {labelledSpikes(timeline).map((index) => {
          const { style, ...edge } = placeOf(index, timeline.points.length)
          const bottom = `${(timeline.points[index]!.value / top) * 100}%`
          return (
            <span key={index} aria-hidden="true" className="timeline-flag" style={{ ...style, bottom }} {...edge}>
              {shortDate(timeline.points[index]!, timeline.unit)}
            </span>
          )
        })}
        {at !== null && <Hint days={read} words={words} usual={chosen ? null : usual} at={at} count={points.length} />}
      </div>
      <div className="timeline-dates" aria-hidden="true">
        {labelledOf(timeline.points.length, MOST_DATES).map((index, order) => (
          <span key={index} data-odd={order % 2 === 1 || undefined} {...placeOf(index, timeline.points.length)}>
            {shortDate(timeline.points[index]!, timeline.unit)}
          </span>
        ))}
      </div>
      <p id={help} className="sr-only">
        Use the arrow keys to read each {unit}. Hold Shift to select a range, and press Enter to show it.
      </p>
      {isTapped && at !== null && (
        <Button kind="segment" className="timeline-tapped" onClick={() => choose([at, at])} data-chosen>
          Show only {daysInWords(read)}
        </Button>
      )}
    </div>
  )
}

/** The last point while nobody reads. */
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

function joined(points: Point[], [first, last]: Chosen): Point {
  const chosen = points.slice(first, last + 1)
  return { from: chosen[0]!.from, to: chosen.at(-1)!.to, value: chosen.reduce((sum, { value }) => sum + value, 0) }
}

type TimelineDrawingProps = {
  timeline: Timeline
  today: string
  top: number
  at: number | null
  chosen: Chosen | null
  ticks: number[]
}

const HEIGHT = 100
/** With more bars than this, their outlines would leave no space for the bars on a phone. */
const MANY = 45
/** A share of the width of a column. */
const GAP = 0.24

function TimelineDrawing({ timeline: { points, usual }, today, top, at, chosen, ticks }: TimelineDrawingProps) {
  const y = (value: number) => Math.round((1 - value / top) * HEIGHT * 100) / 100
  const columns = (className: string, [first, last]: Chosen) => (
    <rect x={first} width={last - first + 1} height={HEIGHT} className={className} />
  )

  return (
    <svg
      viewBox={`0 0 ${points.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      data-many={points.length > MANY || undefined}
      aria-hidden="true"
    >
      {ticks.slice(1).map((tick) => (
        <path key={tick} d={`M0 ${y(tick)}H${points.length}`} className="timeline-line" />
      ))}
      {points.map(({ from, to, value }, index) => (
        <rect
          key={from}
          x={index + GAP / 2}
          width={1 - GAP}
          y={y(value)}
          height={HEIGHT - y(value)}
          data-open={isUnfinished({ to }, today) || undefined}
          className={isSpike(value, usual) ? 'timeline-spike' : 'timeline-bar'}
        />
      ))}
      {(chosen ?? at) !== null && columns('timeline-at', chosen ?? [at!, at!])}
      <path d={`M0 ${HEIGHT}H${points.length}`} className="timeline-floor" />
    </svg>
  )
}

const MOST_DATES = 8
/** Spikes with a label are at least this far apart, as a share of the width. */
const LABEL_ROOM = 0.24

type HintProps = { days: Point; words: string; usual: number | null; at: number; count: number }

function Hint({ days, words, usual, at, count }: HintProps) {
  const compared = usual === null ? null : comparison(days.value, usual)
  return (
    <span aria-hidden="true" className="hint timeline-hint" {...placeOf(at, count)} data-edge={edgeOf(at, count)}>
      <strong>{daysInWords(days)}</strong>
      <span>{words}</span>
      {compared && <span>{compared}</span>}
    </span>
  )
}

/** With more bars than this, a bar is narrower than a date. */
const FEW = 12

type Place = { style: CSSProperties; 'data-edge': 'left' | 'right' | undefined }

/** Texts near an edge are shifted inwards, so that none is cut off. */
function placeOf(index: number, count: number): Place {
  const edge = count > FEW ? edgeOf(index, count) : undefined
  return { style: { left: `${((index + 0.5) / count) * 100}%` }, 'data-edge': edge }
}

function edgeOf(index: number, count: number): 'left' | 'right' | undefined {
  const share = (index + 0.5) / count
  return share < 0.15 ? 'left' : share > 0.85 ? 'right' : undefined
}

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

type Chosen = readonly [first: number, last: number]

/** A tap only reads a bar, because a finger cannot hover: a button then offers to choose it (`isTapped`). */
function useRange({ count, onChoose }: { count: number; onChoose: (chosen: Chosen) => void }) {
  const [read, setAt] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const [isTapped, setTapped] = useState(false)
  const at = read === null || count === 0 ? null : Math.min(read, count - 1)
  const chosen: Chosen | null =
    at === null || anchor === null || anchor >= count ? null : [Math.min(anchor, at), Math.max(anchor, at)]

  function choose(range: Chosen) {
    setAnchor(null)
    setTapped(false)
    onChoose(range)
  }

  const indexAt = (event: PointerEvent) => Math.min(Math.floor(shareAt(event) * count), count - 1)

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setTapped(false)
      setAnchor(indexAt(event))
      setAt(indexAt(event))
    },
    onPointerMove(event: PointerEvent) {
      if (event.pointerType === 'mouse' || anchor !== null) setAt(indexAt(event))
    },
    onPointerUp({ pointerType }: PointerEvent) {
      if (!chosen) return
      if (pointerType === 'mouse' || chosen[0] < chosen[1]) return choose(chosen)
      setAnchor(null)
      setTapped(true)
    },
    onPointerCancel: () => setAnchor(null),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && anchor === null && setAt(null),
    onFocus: () => setAt((read) => read ?? count - 1),
    onBlur({ relatedTarget }: FocusEvent) {
      // The focus may have moved to the button that chooses the tapped bar.
      if (isTapped && relatedTarget) return
      setAnchor(null)
      setTapped(false)
      setAt(null)
    },
    onKeyDown(event: KeyboardEvent) {
      const current = at ?? count - 1
      const to = stepTo(event.key, current, count)
      if (to !== null) {
        setAnchor(event.shiftKey ? (anchor ?? current) : null)
        setAt(to)
      } else if (event.key === 'Enter') choose(chosen ?? [current, current])
      else if (event.key === 'Escape' && anchor !== null) setAnchor(null)
      else return
      event.preventDefault()
    },
  }
  return { at, chosen: chosen && chosen[0] < chosen[1] ? chosen : null, isTapped, choose, handlers }
}
