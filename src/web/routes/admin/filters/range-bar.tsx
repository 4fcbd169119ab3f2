import type { Period } from '#shared/list/period.ts'
import { DateRange } from '../date-range/date-range.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, rangeOf } from '../view/view.ts'
import { ResetFilters } from './filtered-by.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'

const LABELS = { '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'All time' } as const

type RangeBarProps = { view: View; period: Period; onChange: ChangeView }

export function RangeBar({ view, period, onChange }: RangeBarProps) {
  return (
    <fieldset className="range-bar" aria-label="Time range">
      {Object.entries(LABELS).map(([range, label]) => (
        <Button
          kind="segment"
          className="max-tablet:px-1 max-tablet:text-tiny max-tablet:tracking-tight"
          key={range}
          aria-pressed={view.from === null && rangeOf(view) === range}
          onClick={() => onChange({ range: range as View['range'], from: null, to: null })}
        >
          {label}
        </Button>
      ))}
      <DateRange
        from={view.from}
        to={view.to}
        today={period.today}
        onChange={({ from, to }) => onChange({ from, to })}
      />
      <ResetFilters onChange={onChange} className={buttonClass('segment', 'ml-auto max-tablet:hidden')} />
    </fieldset>
  )
}
