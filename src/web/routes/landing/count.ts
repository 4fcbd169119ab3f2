import { fetchCount } from '../../calls/fetch-count.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { readStored, writeStored } from '../../storage/storage.ts'

export const REFRESH_MS = 60_000

const LAST_COUNT = 'waitlistCount'

export function readCount(known: number | null): Promise<number | null> {
  return fetchCount().then(
    (fetched) => {
      writeStored('localStorage', LAST_COUNT, String(fetched))
      return fetched
    },
    () => known ?? (Number(readStored('localStorage', LAST_COUNT)) || localSubmissions().length || null),
  )
}
