const DAY_MS = 24 * 60 * 60_000

/** Somebody who joins again and again gets the welcome mail once a day at most. */
export function isWelcomeDue(deliveredAt: Date | null): boolean {
  return deliveredAt === null || deliveredAt.getTime() <= Date.now() - DAY_MS
}
