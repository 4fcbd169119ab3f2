/** The smallest value that is at least as large as this share of all. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

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

/** With its 95 % interval (Wilson's), for independent draws: '12 of 40, 0.300 (0.181 – 0.454)'. */
export function withInterval(some: number, all: number): string {
  if (all === 0) return '–'
  const z = 1.96
  const [share, spread] = [some / all, z ** 2 / all]
  const middle = (share + spread / 2) / (1 + spread)
  const half = (z * Math.sqrt((share * (1 - share)) / all + spread / (4 * all))) / (1 + spread)
  const [low, high] = [Math.max(0, middle - half), Math.min(1, middle + half)]
  return `${whole(some)} of ${whole(all)}, ${ratio(share)} (${ratio(low)} – ${ratio(high)})`
}

/** Student's t for 95 % and some ten pairs. */
const T = 2.2

/** With its 95 % interval, by linearization. */
export function shareOf(pairs: [number, number][]): { value: number; low: number; high: number } {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const whole = sum(pairs.map(([, of]) => of))
  const value = sum(pairs.map(([part]) => part)) / whole
  const squares = sum(pairs.map(([part, of]) => (part - value * of) ** 2))
  const half = (T * Math.sqrt((squares * pairs.length) / (pairs.length - 1))) / whole
  return { value, low: value - half, high: value + half }
}
