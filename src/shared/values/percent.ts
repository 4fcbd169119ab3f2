/**
 * `part` of `total` in percent, rounded to `decimals`; halves are rounded up. Both must be whole numbers. The exact
 * fraction is rounded: 23 of 80 is 28.75, but a floating-point division gives slightly less. If `total` is 0, the
 * result is 0.
 */
export function percentOf(part: number, total: number, decimals = 1): number {
  if (total === 0) return 0
  const steps = 100 * 10 ** decimals
  return Math.floor((2 * steps * part + total) / (2 * total)) / 10 ** decimals
}
