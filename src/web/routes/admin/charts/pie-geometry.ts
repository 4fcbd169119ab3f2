export type Slice = { path: string; labelX: number; labelY: number }

const LABEL_DISTANCE = 1.22

/** The slices of a pie around the origin, clockwise from twelve o'clock. Values are not negative, and not all are 0. */
export function pieSlices(values: readonly number[], radius: number): Slice[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  let start = 0
  return values.map((value) => {
    const end = start + value / total
    const middle = pointAt((start + end) / 2, radius * LABEL_DISTANCE)
    const slice = { path: slicePath({ start, end, radius }), labelX: middle.x, labelY: middle.y }
    start = end
    return slice
  })
}

/** `start` and `end` in turns. */
function slicePath({ start, end, radius }: { start: number; end: number; radius: number }): string {
  // An arc that ends where it begins draws nothing, so a whole pie is two half circles.
  if (end - start > 0.9999)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`
  const from = pointAt(start, radius)
  const to = pointAt(end, radius)
  const isLarge = end - start > 0.5 ? 1 : 0
  return `M0 0L${from.x} ${from.y}A${radius} ${radius} 0 ${isLarge} 1 ${to.x} ${to.y}Z`
}

function pointAt(turn: number, distance: number) {
  const angle = turn * 2 * Math.PI
  return { x: round(Math.sin(angle) * distance), y: round(-Math.cos(angle) * distance) }
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
