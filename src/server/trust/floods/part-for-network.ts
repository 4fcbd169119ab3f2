/**
 * The part of a mail budget that requests from one network can use up: the other three quarters are for people
 * elsewhere.
 */
export function partForNetwork(budget: number): number {
  return Math.max(1, Math.floor(budget / 4))
}
