import { useEffect, useState } from 'react'
import { landing } from '#site/landing.ts'
import { fetchCount } from '../../api/count.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'
import { grouped } from '../../ui/grouped.ts'

const REFRESH_MS = 60_000

export function WaitlistCount({ className }: { className?: string }) {
  const count = useWaitlistCount()
  if (count === null) return <p className={className}>Loading...</p>
  return (
    <p className={className}>
      <strong className="font-display text-title font-medium">{grouped(count)}</strong>
      {landing.joined}
    </p>
  )
}

/** Null until there is a number. A failed refresh keeps the last number. */
function useWaitlistCount(): number | null {
  const [count, setCount] = useState<number | null>(null)

  useEffect(() => {
    const refresh = async () => {
      try {
        setCount(await fetchCount())
      } catch (error) {
        console.warn('The count is not available', error)
        setCount((known) => known ?? localSubmissions().length)
      }
    }
    void refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])

  return count
}
