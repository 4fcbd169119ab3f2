import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { tend, type Tending } from './tend.ts'

const PAUSE_MS = 2_000
const REST_MS = 250

/** Every server does this. */
export function startTending({ logFailure, ...tending }: Tending & { logFailure: LogFailure }): Repeating {
  const step = async () => ((await tend(tending)) ? REST_MS : PAUSE_MS)
  return startRepeating({ step, restMs: PAUSE_MS, failure: 'waves could not be tended', logFailure })
}
