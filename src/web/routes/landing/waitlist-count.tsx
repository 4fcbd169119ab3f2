import { useEffect, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { handed } from '../../loading/handed.ts'
import { grouped } from '../../ui/grouped.ts'
import { readCount, REFRESH_MS } from './count.ts'

/** src/web/early/show-landing.ts writes the same elements before the page is alive. */
export function WaitlistCount() {
  const count = useWaitlistCount()
  if (count === null) return <p>{site().landing.counting}</p>
  return (
    <p>
      <strong className="font-display text-title font-medium">{grouped(count)}</strong>
      {site().landing.joined}
    </p>
  )
}

function useWaitlistCount(): number | null {
  const [count, setCount] = useState(handed().count ?? null)
  useEffect(() => {
    let known = handed().count ?? null
    const refresh = async () => setCount((known = await readCount(known)))
    if (known === null) void refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return count
}
