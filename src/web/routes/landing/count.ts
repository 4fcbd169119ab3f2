import { fetchCount } from '../../calls/fetch-count.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { readStored, writeStored } from '../../storage/storage.ts'

export const REFRESH_MS = 60_000

/** The key under which this browser keeps the last known count. */
const LAST_COUNT = 'waitlistCount'

/**
 * The number of people on the list. If the request fails, the known number, or else the count that this browser saw last,
 * or the number of its own submissions; null if there is none.
 */
export function readCount(known: number | null): Promise<number | null> {
  return fetchCount().then(
    (fetched) => {
      writeStored('localStorage', LAST_COUNT, String(fetched))
      return fetched
    },
    () => known ?? (Number(readStored('localStorage', LAST_COUNT)) || localSubmissions().length || null),
  )
}
