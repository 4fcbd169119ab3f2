const DAY_MS = 24 * 60 * 60_000

/** A person who joins again and again gets the welcome mail at most once a day. */
export function isWelcomeDue(deliveredAt: Date | null): boolean {
  return deliveredAt === null || deliveredAt.getTime() <= Date.now() - DAY_MS
}
