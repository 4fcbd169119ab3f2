import { setTimeout as pause } from 'node:timers/promises'
import { limitLines } from './limit-lines.ts'
import type { LogFailure } from './start-repeating.ts'

export const BESIDE_REQUESTS = 'work beside requests failed'

type Dependencies = {
  write: (level: 'warn' | 'error', fields: object, sentence: string) => void
  ask: () => Promise<unknown>
  onFailure?: ((what: string) => void) | undefined
}

const REST_MS = 1_000

const OFTEN = 3
const WITHIN_MS = 4 * 60 * 60_000

/** While the database does not answer, one line reports the start of the outage and one its end. */
export function createFailureLog({ write, ask, onFailure }: Dependencies): {
  logFailure: LogFailure
  readFailing: () => string[]
  stop: () => void
} {
  const failing = createFailing()
  const lines = createLines(write)
  const stopping = new AbortController()
  const outage = createOutage({ write, ask, stopping: stopping.signal, onEnd: lines.end })

  function logFailure(what: string, err: unknown) {
    if (stopping.signal.aborted) return
    const sentence = outage.isOn() ? BESIDE_REQUESTS : what
    onFailure?.(sentence)
    failing.add(sentence)
    lines.write(sentence, err)
    outage.look()
  }

  return {
    logFailure: Object.assign(logFailure, { onSuccess: failing.remove }),
    readFailing: failing.read,
    stop: () => {
      stopping.abort()
      lines.end()
    },
  }
}

function createFailing() {
  const lastTimes = new Map<string, number[]>()
  return {
    add: (what: string) => void lastTimes.set(what, [...(lastTimes.get(what) ?? []), Date.now()].slice(-OFTEN)),
    remove: (what: string) => void lastTimes.delete(what),
    read: () =>
      [...lastTimes].flatMap(([what, times]) =>
        what !== BESIDE_REQUESTS && times.length === OFTEN && times[0]! > Date.now() - WITHIN_MS ? [what] : [],
      ),
  }
}

function createLines(write: Dependencies['write']) {
  const linesOf = new Map<string, ReturnType<typeof limitLines>>()

  function linesAbout(what: string) {
    const known = linesOf.get(what)
    if (known) return known
    const lines = limitLines({ most: 1, sumUp: (more) => write('error', { more }, `${what}, again`) })
    linesOf.set(what, lines)
    return lines
  }

  return {
    write: (what: string, err: unknown) => linesAbout(what).write(() => write('error', { err }, what)),
    end: () => {
      for (const lines of linesOf.values()) lines.end()
    },
  }
}

type Outage = Pick<Dependencies, 'write' | 'ask'> & { stopping: AbortSignal; onEnd: () => void }

function createOutage({ write, ask, stopping, onEnd }: Outage) {
  let isAsking = false
  let isAway = false

  async function askUntilItAnswers() {
    isAsking = true
    const began = Date.now()
    for (; !stopping.aborted; await rest()) {
      const failure = await ask().then(
        () => null,
        (error: unknown) => ({ err: error }),
      )
      if (stopping.aborted) break
      if (failure && !isAway) write('error', failure, 'the database does not answer')
      isAway ||= failure !== null
      if (failure) continue
      if (isAway) {
        onEnd()
        isAway = false
        write('warn', { seconds: Math.round((Date.now() - began) / 1_000) }, 'the database answers again')
      }
      break
    }
    isAsking = false
  }

  const rest = () => pause(REST_MS, undefined, { signal: stopping, ref: false }).catch(() => {})

  return {
    isOn: () => isAway,
    look() {
      if (!isAsking) void askUntilItAnswers()
    },
  }
}
