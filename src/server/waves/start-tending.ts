import { type Repeating, startRepeating } from '../listing/start-repeating.ts'
import { tend, type Tending } from './tend.ts'

const PAUSE_MS = 2_000
/** Between two slices, people join. */
const REST_MS = 250

/** Tends the waves every two seconds, and sooner while more is due. Every server does this. */
export function startTending({ onError, ...tending }: Tending & { onError: (error: Error) => void }): Repeating {
  return startRepeating(async () => {
    const isMore = await tend(tending).catch((error: Error) => onError(error))
    return isMore ? REST_MS : PAUSE_MS
  }, PAUSE_MS)
}
