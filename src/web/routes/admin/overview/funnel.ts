import { site } from '#shared/site/site.ts'
import { percentOf } from '#shared/values/numbers.ts'
import type { Funnel } from '#shared/list/summary.ts'

/** `lost`: in percent of the visits of the stage before; null if none ended there. */
export type FunnelRow = { name: string; count: number; lost: number | null; isGreatestLoss: boolean }

export function funnelRows({ visits, emails, steps, submissions, shares }: Funnel): FunnelRow[] {
  const stages = [
    { name: 'Visited the landing page', count: visits },
    { name: 'Left an email', count: emails },
    ...steps.map(({ name, completed }) => ({ name: `Answered: ${labelOf(name)}`, count: completed })),
    { name: 'Sent the form', count: submissions },
    { name: 'Shared their link', count: shares },
  ]
  const rows = stages.map(({ name, count }, index) => {
    const before = stages[index - 1]?.count ?? 0
    // A visit past midnight has its later stages on another day, so a stage can have more visits than the previous one.
    return { name, count, before, ended: Math.max(0, before - count) }
  })
  // Sharing is optional, so leaving at the end does not count as a loss.
  const shareLost = rows.slice(0, -1).map(({ ended, before }) => (before === 0 ? 0 : ended / before))
  const greatest = shareLost.indexOf(Math.max(...shareLost))
  return rows.map(({ name, count, before, ended }, index) => ({
    name,
    count,
    lost: ended === 0 ? null : percentOf(ended, before),
    isGreatestLoss: ended > 0 && index === greatest,
  }))
}

function labelOf(name: string): string {
  return site().questions.find((question) => question.name === name)?.label ?? name
}
