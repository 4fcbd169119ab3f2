import { useEffect, useState } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { PLACE_SEEN } from '../../storage/forget-person.ts'
import { readStoredJson, writeStored } from '../../storage/storage.ts'

/** A visitor who loads the page again within this time has not been away. */
const AWAY_MS = 10 * 60_000

type Seen = { code: string; at: number; position: number; referrals: number }

/** The changes by friends since the last visit, in words; null without changes, or at a first visit. */
export function useSince({ referral_code: code, position, referrals }: Place): string | null {
  const [since] = useState(() => {
    const seen = readStoredJson('localStorage', PLACE_SEEN) as Seen | null
    if (seen?.code !== code || Date.now() - seen.at < AWAY_MS) return null
    const [places, friends] = [seen.position - position, referrals - seen.referrals]
    const { moved } = site().place
    const news = [
      ...(places > 0 ? [fill(moved.places, { places })] : []),
      ...(friends > 0 ? [fill(moved.friends, { friends })] : []),
    ]
    return news.length > 0 ? fill(moved.since, { news: news.join(', ') }) : null
  })

  useEffect(() => {
    writeStored(
      'localStorage',
      PLACE_SEEN,
      JSON.stringify({ code, at: Date.now(), position, referrals } satisfies Seen),
    )
  }, [code, position, referrals])

  return since
}

export function forgetSeen() {
  writeStored('localStorage', PLACE_SEEN, null)
}
