import { useEffect, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { fetchCount } from '../../api/count.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { readStored, writeStored } from '../../storage/storage.ts'
import { grouped } from '../../ui/grouped.ts'

const REFRESH_MS = 60_000

/** The key under which this browser keeps the last known count. */
const LAST_COUNT = 'waitlistCount'

export function WaitlistCount() {
  const count = useWaitlistCount()
  if (count === null) return <p>Loading...</p>
  return (
    <p>
      <strong className="font-display text-title font-medium">{grouped(count)}</strong>
      {site().landing.joined}
    </p>
  )
}

/**
 * The number of people on the list; null until it is known. If the first request fails, the count that this browser saw
 * last, or the number of its own submissions.
 */
function useWaitlistCount(): number | null {
  const [count, setCount] = useState<number | null>(null)

  useEffect(() => {
    const refresh = async () => {
      try {
        const fetched = await fetchCount()
        setCount(fetched)
        writeStored('localStorage', LAST_COUNT, String(fetched))
      } catch (error) {
        console.warn('The count is not available', error)
        setCount(
          (known) => known ?? (Number(readStored('localStorage', LAST_COUNT)) || localSubmissions().length || null),
        )
      }
    }
    void refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])

  return count
}
