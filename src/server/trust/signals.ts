import { FASTEST_PERSON_MS, MARK, type SignalName, SIGNALS } from '#site/trust.ts'
import { sqlList } from '../db/sql-list.ts'

/**
 * A sign for or against a join. `evidence` holds at most a mail domain or a number, because it is shown and exported.
 * It is deleted with the entry.
 */
export type FoundSignal = { signal: SignalName; points: number; evidence?: object | undefined }

export function found(signal: SignalName, evidence?: object): FoundSignal {
  return { signal, points: SIGNALS[signal].points, evidence }
}

/** The signals that this version knows. Rows of removed signals stay, and are ignored. */
const KNOWN = sqlList(Object.keys(SIGNALS))

/** SQL: whether this version knows the signal. */
function isKnownSignal(signal: string): string {
  return `${signal} in (${KNOWN})`
}

/** Whether these signals hold a friend's credit: one mark is enough, unless the owner trusts the friend by a rule. */
export function doHold(signals: { points: number }[]): boolean {
  return signals.reduce((sum, { points }) => sum + points, 0) >= MARK
}

/** SQL: the sum of points over rows with a `signal` and `points`, as `doHold` adds them up. */
export const SUM_OF_POINTS = `coalesce(sum(points) filter (where ${isKnownSignal('signal')}), 0)`

type Times = { openedAt: Date | null; at: Date; elapsedMs: number | null }

/**
 * The mark of a form that was sent faster than anybody can read. The longest time that is known counts: a form may have
 * got its stamp only when it was sent, and the browser's clock may have stepped back.
 */
export function timeSignal({ openedAt, at, elapsedMs }: Times): FoundSignal[] {
  const sinceOpened = openedAt === null || openedAt > at ? [] : [at.getTime() - openedAt.getTime()]
  const times = [...sinceOpened, ...(elapsedMs === null ? [] : [elapsedMs])]
  const longest = Math.max(...times)
  return times.length > 0 && longest < FASTEST_PERSON_MS ? [found('too-fast', { ms: longest })] : []
}

/** SQL: the current signals of an entry that this version knows. A signal with 0 points in its newest row has ended. */
export function currentOf(entryId: string): string {
  return `select signal, points, evidence, version, at from (
    select distinct on (signal) signal, points, evidence, version, at from entry_signals
    where entry_id = ${entryId} order by signal, at desc) as newest where points <> 0 and ${isKnownSignal('signal')}`
}
