import { FASTEST_PERSON, MOST_FOR_CIRCUMSTANCES, POINTS_THAT_HOLD, type SignalName, SIGNALS } from '#site/trust.ts'

/** What speaks against an entry. `evidence` holds no personal data: it outlives nothing, but is shown and exported. */
export type FoundSignal = { signal: SignalName; points: number; evidence?: object | undefined }

export function found(signal: SignalName, evidence?: object): FoundSignal {
  return { signal, points: SIGNALS[signal].points, evidence }
}

/** The sum of points. Circumstances count only up to a bound: honest crowds have all of them. */
function sumOf(signals: { signal: SignalName; points: number }[]): number {
  let circumstances = 0
  let others = 0
  for (const { signal, points } of signals) {
    if (SIGNALS[signal].kind === 'circumstance') circumstances += points
    else others += points
  }
  return others + Math.min(MOST_FOR_CIRCUMSTANCES, circumstances)
}

export function doHold(signals: { signal: SignalName; points: number }[]): boolean {
  return sumOf(signals) >= POINTS_THAT_HOLD
}

const names = (kind: string) =>
  Object.entries(SIGNALS)
    .filter(([, signal]) => signal.kind === kind)
    .map(([name]) => `'${name}'`)
    .join(', ')

/** SQL: the sum of points over rows with a `signal` and `points`, as `sumOf`. */
export const SUM_OF_POINTS = `coalesce(sum(points) filter (where signal not in (${names('circumstance')})), 0)
  + least(${MOST_FOR_CIRCUMSTANCES}, coalesce(sum(points) filter (where signal in (${names('circumstance')})), 0))`

/** The signal of an answering time, if any. */
export function timeSignal(elapsedMs: number | null): FoundSignal[] {
  if (elapsedMs === null || elapsedMs >= FASTEST_PERSON.quick) return []
  const name = elapsedMs < FASTEST_PERSON.impossible ? 'too-fast' : 'quick'
  return [found(name, { ms: elapsedMs })]
}
