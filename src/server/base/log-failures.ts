import { setTimeout as pause } from 'node:timers/promises'
import { limitLines } from './limit-lines.ts'

/**
 * Logs a failure of background work. `what`: one of a few sentences; each is logged at most once a minute. `onSuccess`:
 * call it when this work succeeds again.
 */
export type LogFailure = ((what: string, error: unknown) => void) & { onSuccess?: (what: string) => void }

/** The sentence for failures of connections and of the queue, and for all failures while the database is away. */
export const BESIDE_REQUESTS = 'work beside requests failed'

type Dependencies = {
  write: (level: 'warn' | 'error', fields: object, sentence: string) => void
  /** Resolves if the database answers. */
  ask: () => Promise<unknown>
  /** Counts the failures for operators. */
  onFailure?: ((what: string) => void) | undefined
}

const REST_MS = 1_000

/**
 * Work that failed this often within this time counts as failing. The alert rule in docs/monitoring uses the same
 * values.
 */
const OFTEN = 3
const WITHIN_MS = 4 * 60 * 60_000

/**
 * Logs the failures of everything that runs beside requests. While the database is away, all of it keeps failing, so
 * one line says that it is away and one that it is back. The lines about visitors' requests then stand out.
 */
export function createFailureLog({ write, ask, onFailure }: Dependencies): {
  logFailure: LogFailure
  /** The work that keeps failing on this server, by the same sentences. */
  readFailing: () => string[]
  stop: () => void
} {
  const lastTimes = new Map<string, number[]>()
  const linesOf = new Map<string, ReturnType<typeof limitLines>>()
  const stopping = new AbortController()
  let isAsking = false
  let isAway = false

  function linesAbout(what: string) {
    const known = linesOf.get(what)
    if (known) return known
    const lines = limitLines({ most: 1, sumUp: (more) => write('error', { more }, `${what}, again`) })
    linesOf.set(what, lines)
    return lines
  }

  function logFailure(what: string, err: unknown) {
    if (stopping.signal.aborted) return
    const sentence = isAway ? BESIDE_REQUESTS : what
    onFailure?.(sentence)
    lastTimes.set(sentence, [...(lastTimes.get(sentence) ?? []), Date.now()].slice(-OFTEN))
    linesAbout(sentence).write(() => write('error', { err }, sentence))
    if (!isAsking) void askUntilItAnswers()
  }

  async function askUntilItAnswers() {
    isAsking = true
    const began = Date.now()
    for (; !stopping.signal.aborted; await rest()) {
      const failure = await ask().then(
        () => null,
        (error: unknown) => ({ err: error }),
      )
      if (stopping.signal.aborted) break
      if (failure && !isAway) write('error', failure, 'the database does not answer')
      isAway ||= failure !== null
      if (failure) continue
      if (isAway) {
        for (const lines of linesOf.values()) lines.end()
        isAway = false
        write('warn', { seconds: Math.round((Date.now() - began) / 1_000) }, 'the database answers again')
      }
      break
    }
    isAsking = false
  }

  const rest = () => pause(REST_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})

  return {
    logFailure: Object.assign(logFailure, { onSuccess: (what: string) => void lastTimes.delete(what) }),
    readFailing: () =>
      [...lastTimes].flatMap(([what, times]) =>
        what !== BESIDE_REQUESTS && times.length === OFTEN && times[0]! > Date.now() - WITHIN_MS ? [what] : [],
      ),
    stop: () => {
      stopping.abort()
      for (const lines of linesOf.values()) lines.end()
    },
  }
}
