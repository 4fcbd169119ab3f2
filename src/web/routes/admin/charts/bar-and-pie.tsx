import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { percent, wholePercent } from '../ui/words.ts'
import { canPick, ChartMark, type ItemFilter, PickButton, shownName, toneOf, usePick } from './chart.tsx'

const LONG = 24

type BarChartProps = { title: string; items: ChartItem[]; offered: readonly string[]; filter: ItemFilter }

export function BarChart({ title, items, offered, filter }: BarChartProps) {
  const hasLongNames = items.some(({ name }) => shownName(filter, name).length > LONG)
  const largest = Math.max(...items.map(({ value }) => value), 1)

  return (
    <table className={hasLongNames ? 'bars bars-stacked' : 'bars'}>
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <td aria-hidden="true" />
          <th scope="col">Count</th>
          <th scope="col">Percentage</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ChartMark key={item.name} item={item} filter={filter}>
            <tr className="pickable">
              <th scope="row">
                <PickButton filter={filter} name={item.name} />
              </th>
              <td className="bar" aria-hidden="true">
                <Bar share={item.value / largest} tone={toneOf(item.name, offered)} />
              </td>
              <td>{grouped(item.value)}</td>
              <td>{percent(item.percentage)}</td>
            </tr>
          </ChartMark>
        ))}
      </tbody>
    </table>
  )
}

function Bar({ share, tone }: { share: number; tone: string }) {
  return (
    <svg className="bar-drawing">
      {share > 0 && <rect width={`${share * 100}%`} height="100%" fill={`url(#${tone})`} />}
    </svg>
  )
}

type PieChartProps = {
  title: string
  items: ChartItem[]
  total: number
  offered: readonly string[]
  filter: ItemFilter
}

export function PieChart({ title, items, total, offered, filter }: PieChartProps) {
  return (
    <div className="pie">
      <PieDrawing items={items} total={total} offered={offered} filter={filter} />
      <table className="key">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Count</th>
            <th scope="col">Percentage</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ChartMark key={item.name} item={item} filter={filter}>
              <tr className={canPick(filter, item.name) ? 'pickable' : undefined}>
                <th scope="row">
                  <Swatch tone={toneOf(item.name, offered)} />
                  {canPick(filter, item.name) ? <PickButton filter={filter} name={item.name} /> : item.name}
                </th>
                <td>{grouped(item.value)}</td>
                <td>{wholePercent(item.value, total)}</td>
              </tr>
            </ChartMark>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const RADIUS = 88
/** The least percentage of a slice with a label. Narrower slices have no space for one; the key shows their share. */
const LABELLED = 4

type PieDrawingProps = { items: ChartItem[]; total: number; offered: readonly string[]; filter: ItemFilter }

export function PieDrawing({ items, total, offered, filter }: PieDrawingProps) {
  const pickOf = usePick(filter)
  const drawn = items.filter(({ value }) => value > 0)
  const slices = pieSlices(
    drawn.map(({ value }) => value),
    RADIUS,
  )
  const marks = drawn.map((item, index) => ({ item, slice: slices[index]! }))

  return (
    <svg viewBox="-130 -116 260 232" aria-hidden="true" className="flex-[1_1_13rem] max-w-72 min-w-0">
      <g transform="translate(3 2.5)">
        {marks.map(({ item, slice }) => (
          <path key={item.name} d={slice.path} fill={`url(#${toneOf(item.name, offered)})`} />
        ))}
      </g>
      {marks.map(({ item, slice }) => (
        <ChartMark key={item.name} item={item} filter={filter}>
          {/* The key beside the pie offers the same filters by keyboard. */}
          <path
            d={slice.path}
            onClick={canPick(filter, item.name) ? pickOf(item.name).pick : undefined}
            className="pie-slice"
          />
        </ChartMark>
      ))}
      {marks
        .filter(({ item }) => item.percentage >= LABELLED)
        .map(({ item, slice }) => (
          <text
            key={item.name}
            x={slice.labelX}
            y={slice.labelY}
            className="fill-ink text-[14px] font-semibold [text-anchor:middle] [dominant-baseline:central] pointer-events-none"
          >
            {wholePercent(item.value, total)}
          </text>
        ))}
    </svg>
  )
}

type Slice = { path: string; labelX: number; labelY: number }

const LABEL_DISTANCE = 1.22

export function pieSlices(values: readonly number[], radius: number): Slice[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  let start = 0
  return values.map((value) => {
    const end = start + value / total
    const middle = pointAt((start + end) / 2, radius * LABEL_DISTANCE)
    const slice = { path: slicePath({ start, end, radius }), labelX: middle.x, labelY: middle.y }
    start = end
    return slice
  })
}

/** In turns. */
function slicePath({ start, end, radius }: { start: number; end: number; radius: number }): string {
  // An arc that ends where it begins draws nothing, so a whole pie is two half circles.
  if (end - start > 0.9999)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`
  const from = pointAt(start, radius)
  const to = pointAt(end, radius)
  const isLarge = end - start > 0.5 ? 1 : 0
  return `M0 0L${from.x} ${from.y}A${radius} ${radius} 0 ${isLarge} 1 ${to.x} ${to.y}Z`
}

function pointAt(turn: number, distance: number) {
  const angle = turn * 2 * Math.PI
  return { x: round(Math.sin(angle) * distance), y: round(-Math.cos(angle) * distance) }
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}

export function Swatch({ tone }: { tone: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="swatch">
      <rect x="0.75" y="0.75" width="14.5" height="14.5" fill={`url(#${tone})`} />
    </svg>
  )
}
