import { useEffect, useState } from 'react'
import type { ReferralRule } from '#site/referral.ts'

const REST_MS = 400

/** The rule once it has rested for a moment: a million entries are not counted for every step of a slider. */
export function useSettled({ places, cap }: ReferralRule): ReferralRule {
  const [settled, setSettled] = useState<ReferralRule>({ places, cap })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ places, cap }), REST_MS)
    return () => clearTimeout(timer)
  }, [places, cap])
  return settled
}
