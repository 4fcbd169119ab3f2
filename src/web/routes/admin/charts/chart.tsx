import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import type { ChartItem } from '#shared/list/summary.ts'
import { percent } from '../ui/words.ts'
import { grouped } from '../../../ui/grouped.ts'
import { offered as choicesTo, priceBands, priceNames, priceOf, UNKNOWN } from '#shared/site/offered.ts'
import { languageName } from '#shared/values/language.ts'
import { mainFilters, moreFilters } from '../ui/filter-words.ts'
import { goTo, useView } from '../state/use-view.tsx'
import type { View } from '../state/view.ts'
import { perSite } from '#shared/site/site.ts'

const handle = Tooltip.createHandle<ChartItem>()

/** Wraps one mark of a chart. The chart's table repeats the tooltip's text, so the mark takes no focus. */
export function ChartMark({ item, filter, children }: { item: ChartItem; filter: ItemFilter; children: ReactElement }) {
  const payload = { ...item, name: shownName(filter, item.name) }
  return <Tooltip.Trigger handle={handle} payload={payload} delay={0} render={children} />
}

export function ChartTooltip() {
  return (
    <Tooltip.Root handle={handle} trackCursorAxis="both">
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner sideOffset={12} className="z-10">
            <Tooltip.Popup className="hint">
              {payload && (
                <>
                  <strong>{payload.name}</strong>
                  <span>Count: {grouped(payload.value)}</span>
                  <span>Percentage: {percent(payload.percentage)}</span>
                </>
              )}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  )
}

export function ChartPatterns() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {MARKS.map((mark, index) => (
          <pattern key={mark} id={`tone-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" className={`tone-${index}`} />
            <path d={mark} className={`tone-mark tone-mark-${index}`} />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** The pattern on the tile of each tone: plain, rising strokes, dots, horizontal strokes, a grid, falling strokes. */
const MARKS = [
  'M0 0',
  'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  'M2 2h.01M6 6h.01',
  'M0 2h8M0 6h8',
  'M4 0v8M0 4h8',
  'M-2 6L2 10M0 0L8 8M6 -2L10 2',
]

export function EmptyChart({ kind, children }: { kind: 'pie' | 'bars' | 'days'; children: ReactNode }) {
  return (
    <div className="empty-chart">
      <svg viewBox="0 0 72 72" aria-hidden="true">
        <path d={OUTLINES[kind]} />
        {FLOORS[kind] && <path d={FLOORS[kind]} className="empty-chart-floor" />}
      </svg>
      <p>{children}</p>
    </div>
  )
}

const OUTLINES = {
  pie: 'M36 4a32 32 0 1 0 .01 0M36 36V4M36 36L61 56',
  bars: 'M6 6h60v14H6M6 29h42v14H6M6 52h24v14H6',
  days: 'M4 66V48h16V34h16v12h16V12h16v54',
}
const FLOORS = { pie: null, bars: 'M5 2v68', days: 'M2 67h68' }

export function PickButton({ filter, name }: { filter: ItemFilter; name: string }) {
  const { isPicked, pick } = usePick(filter)(name)
  return (
    <button type="button" aria-pressed={isPicked} onClick={pick} className="pick">
      {shownName(filter, name)}
    </button>
  )
}

export type ItemFilter = keyof View & string

export function usePick(filter: ItemFilter) {
  const view = useView()
  return (name: string) => {
    const value = valueOf(filter, name)
    const isPicked = view[filter] === value
    return { isPicked, pick: () => goTo({ [filter]: isPicked ? null : value }) }
  }
}

/** None finds those who did not say whether they work alone. */
export function canPick(filter: ItemFilter, name: string): boolean {
  return filter !== 'solo' || name !== UNKNOWN
}

/** Charts count choices by their keys. */
export function shownName(filter: ItemFilter, name: string): string {
  if (filter === 'language') return languageName(name)
  if (filter === 'solo' || filter === 'referred') return name
  const { choices } = [...mainFilters(), ...moreFilters()].find((one) => one.name === filter) ?? {}
  const label = choices?.find(({ value }) => value === valueOf(filter, name))?.label ?? name
  return filter === 'price' ? priceOf(label) : label
}

const YES = ['Solo Provider', 'Referral']

function valueOf(filter: ItemFilter, name: string): string {
  if (filter === 'price') return priceBands().find(({ value }) => priceOf(value) === name)?.value ?? name
  if (filter !== 'solo' && filter !== 'referred') return name
  return YES.includes(name) ? 'yes' : 'no'
}

const TONES = 6

/** A choice keeps its tone in every chart and order. Each tone has a pattern, so no chart relies on colour alone. */
export function toneOf(name: string, offered: readonly string[]): string {
  const index = offered.indexOf(name)
  return `tone-${(index < 0 ? offered.length : index) % TONES}`
}

export function isEmptyChart(items: readonly ChartItem[]): boolean {
  return items.every(({ value }) => value === 0)
}

/** The order fixes the tone of each choice. */
export const offered = perSite(() => ({
  industries: choicesTo('job_industry'),
  prices: priceNames(),
  providers: ['Solo Provider', 'Group Practice'],
  problems: choicesTo('problems'),
}))
