/** The smallest value that at least this share of all does not exceed. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** The median, and between which figures all runs were. */
export function withSpread(values: number[], show: (value: number) => string = whole): string {
  return `${show(median(values))} (${show(Math.min(...values))} – ${show(Math.max(...values))})`
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function ratio(value: number): string {
  return value.toFixed(3)
}

export function ms(time: number): string {
  return `${time.toFixed(time < 100 ? 1 : 0)} ms`
}
