/** 0, 1, 2, 5, 10, 20, 50 and so on: where the bands in which numbers are counted begin. */
const EDGES = [0, ...Array.from({ length: 28 }, (_, index) => [1, 2, 5][index % 3]! * 10 ** Math.floor(index / 3))]

const BELOW = 'below 0'

/** Such as '20-49'. Stored with the counts, so these never change. */
export function bandOf(number: number): string {
  const at = EDGES.filter((edge) => edge <= number).length - 1
  return at < 0 ? BELOW : nameOf(at)
}

export function bandsWithin(min: number, max: number): string[] {
  const bands = EDGES.flatMap((edge, at) => (edge <= max && (EDGES[at + 1] ?? Infinity) > min ? nameOf(at) : []))
  return min < 0 ? [BELOW, ...bands] : bands
}

function nameOf(at: number): string {
  const [from, next] = [EDGES[at]!, EDGES[at + 1]]
  return next === undefined || next - 1 === from ? String(from) : `${from}-${next - 1}`
}
