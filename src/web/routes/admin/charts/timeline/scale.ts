const LINES = 4
const STEPS = [1, 2, 5]

/**
 * The values of the horizontal lines, from zero to at least the largest value. The step is 1, 2 or 5 times a power of
 * ten.
 */
export function ticksUpTo(largest: number): number[] {
  const rough = Math.max(largest, 1) / LINES
  const power = 10 ** Math.max(Math.floor(Math.log10(rough)), 0)
  const step = [...STEPS, 10].map((each) => each * power).find((each) => each >= rough)!
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, index) => index * step)
}

/** The indexes of the points that have a date below the chart, evenly spaced: at most `most`. */
export function labelledOf(count: number, most: number): number[] {
  const every = Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
