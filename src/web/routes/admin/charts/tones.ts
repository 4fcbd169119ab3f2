import type { ChartItem } from '#shared/summary.ts'

const TONES = 6

/** The palette in its one order, cycling; each tone has a pattern of its own, so that none relies on colour alone. */
export function toneAt(index: number): string {
  return `tone-${index % TONES}`
}

/** A choice keeps its tone wherever it is drawn and however a chart is sorted. What is not offered comes after. */
export function toneOf(name: string, offered: readonly string[]): string {
  const index = offered.indexOf(name)
  return toneAt(index < 0 ? offered.length : index)
}

export function isEmptyChart(items: readonly ChartItem[]): boolean {
  return items.every(({ value }) => value === 0)
}
