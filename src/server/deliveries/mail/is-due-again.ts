import { DAY_MS } from '#shared/values/durations.ts'

/** A mail that anybody can bring about, by joining again or by asking for it, goes out at most once a day. */
export function isDueAgain(deliveredAt: Date | null): boolean {
  return deliveredAt === null || deliveredAt.getTime() <= Date.now() - DAY_MS
}

/** When such a mail may go out again. */
export function nextDue(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + DAY_MS)
}
