import type { ChartItem } from '#shared/list/summary.ts'
import { priceNames } from '#shared/site/facets.ts'
import { offered as choicesTo } from '#shared/site/offered.ts'
import { perSite } from '#shared/site/site.ts'

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
