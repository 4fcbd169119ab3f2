const DAY_MS = 24 * 60 * 60_000

/** A mail that anybody can bring about, by joining again or by asking for it, goes out at most once a day. */
export function isDueAgain(deliveredAt: Date | null): boolean {
  return deliveredAt === null || deliveredAt.getTime() <= Date.now() - DAY_MS
}
