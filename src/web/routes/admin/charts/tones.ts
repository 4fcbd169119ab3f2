import type { ChartItem } from '#shared/summary.ts'

const TONES = 6

/**
 * The palette in its one order, cycling. A choice keeps its tone wherever it is drawn and however a chart is sorted;
 * what is not offered comes after. Each tone has a pattern of its own, so that none relies on colour alone.
 */
export function toneOf(name: string, offered: readonly string[]): string {
  const index = offered.indexOf(name)
  return `tone-${(index < 0 ? offered.length : index) % TONES}`
}

export function isEmptyChart(items: readonly ChartItem[]): boolean {
  return items.every(({ value }) => value === 0)
}
