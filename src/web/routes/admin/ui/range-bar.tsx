import { useState } from 'react'
import type { Period } from '#shared/list/period.ts'
import { goTo } from '../state/use-view.tsx'
import { type View, rangeOf } from '../state/view.ts'
import { formatDays } from './days.ts'
import { ResetFilters } from './filter-bar.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Form } from '../../../ui/form.tsx'

const LABELS = { '7d': '7 days', '30d': '30 days', '90d': '90 days', all: 'All time' } as const
const SLIM = 'max-tablet:px-1 max-tablet:text-tiny max-tablet:tracking-tight'

type RangeBarProps = { view: View; period: Period }

export function RangeBar({ view, period }: RangeBarProps) {
  return (
    <fieldset
      className="range-bar flex flex-wrap gap-1 min-w-0 max-tablet:justify-between max-tablet:gap-0 max-tablet:-mx-2"
      aria-label="Time range"
    >
      {Object.entries(LABELS).map(([range, label]) => (
        <Button
          kind="segment"
          className={SLIM}
          key={range}
          aria-pressed={view.from === null && rangeOf(view) === range}
          onClick={() => goTo({ range: range as View['range'], from: null, to: null })}
        >
          {label}
        </Button>
      ))}
      <DateRange view={view} period={period} />
      <ResetFilters onChange={goTo} className={buttonClass('segment', 'ml-auto max-tablet:hidden')} />
    </fieldset>
  )
}

function DateRange({ view: { from, to }, period: { today } }: RangeBarProps) {
  const [isOpen, setOpen] = useState(false)

  async function show(days: { from: string; to: string }) {
    const [from, to] = [days.from, days.to].sort() as [string, string]
    goTo({ from, to })
  }

  return (
    <Dialog
      size="narrow"
      title="Date range"
      trigger={
        <Button kind="segment" className={SLIM} data-chosen={from !== null || undefined}>
          Date Range
          {from !== null && to !== null && <span className="font-normal">{formatDays(from, to)}</span>}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Form
        action={{ busy: false, problem: null, run: show }}
        onSaved={() => setOpen(false)}
        className="grid gap-4 tablet:grid-cols-2"
      >
        <Field label="From" name="from" type="date" required max={today} defaultValue={from ?? ''} />
        <Field label="To" name="to" type="date" required max={today} defaultValue={to ?? today} />
        <Button kind="primary" type="submit" className="justify-self-start">
          Show these days
        </Button>
      </Form>
    </Dialog>
  )
}
