import { QUESTIONS } from '#site/questionnaire.ts'

export type FunnelCounts = {
  landing_views: number
  form_views: number
  steps: readonly { name: string; completed: number }[]
  submissions: number
  shares: number
}

/** `lost` is in percent of the previous stage; null if that had no visitors. */
export type FunnelRow = { name: string; count: number; lost: number | null; isGreatestLoss: boolean }

/** The stages from a visit to a shared link, and the one that loses most visitors. */
export function funnelRows(funnel: FunnelCounts): FunnelRow[] {
  const stages = [
    { name: 'Visits', count: funnel.landing_views },
    { name: 'Emails', count: funnel.form_views },
    ...funnel.steps.map(({ name, completed }) => ({ name: questionOf(name), count: completed })),
    { name: 'Submissions', count: funnel.submissions },
    { name: 'Shares', count: funnel.shares },
  ]
  const rows = stages.map(({ name, count }, index) => ({ name, count, lost: lossOf(stages[index - 1]?.count, count) }))
  // Sharing is optional, so leaving at the end does not count as a loss.
  const greatest = Math.max(...rows.slice(0, -1).map(({ lost }) => lost ?? 0))
  return rows.map((row, index) => ({
    ...row,
    isGreatestLoss: greatest > 0 && index < rows.length - 1 && row.lost === greatest,
  }))
}

/** Counts are of events, so a later stage can have more than an earlier one. */
function lossOf(before: number | undefined, count: number): number | null {
  return before === undefined || before <= count ? null : ((before - count) / before) * 100
}

function questionOf(name: string): string {
  return QUESTIONS.find((question) => question.name === name)?.question ?? name
}
