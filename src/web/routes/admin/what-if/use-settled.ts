import { useEffect, useState } from 'react'
import type { ReferralRule } from '#site/referral.ts'

const DEBOUNCE_MS = 400

/** The rule, debounced: a step of the slider that another step follows at once causes no simulation. */
export function useSettled({ places, cap }: ReferralRule): ReferralRule {
  const [settled, setSettled] = useState<ReferralRule>({ places, cap })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ places, cap }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [places, cap])
  return settled
}
