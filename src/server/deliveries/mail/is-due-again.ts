import { DAY_MS } from '#shared/values/durations.ts'

/** Whether a mail that anybody can cause, by joining again or by asking for it, may go out: at most once a day. */
export function isDueAgain(deliveredAt: Date | null): boolean {
  return deliveredAt === null || deliveredAt.getTime() <= Date.now() - DAY_MS
}

export function nextDue(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + DAY_MS)
}
