import type { ChartItem } from '#shared/list/summary.ts'

const TONES = 6

/**
 * The palette in a fixed order, repeated when it runs out. A choice keeps its tone in every chart and in every sort
 * order; choices that are no longer offered come last. Each tone has its own pattern, so no chart relies on colour
 * alone.
 */
export function toneOf(name: string, offered: readonly string[]): string {
  const index = offered.indexOf(name)
  return `tone-${(index < 0 ? offered.length : index) % TONES}`
}

export function isEmptyChart(items: readonly ChartItem[]): boolean {
  return items.every(({ value }) => value === 0)
}
