import { useEffect, useState } from 'react'
import type { ReferralRule } from '#shared/referral-rule.ts'
import { firstRule } from '#shared/referral.ts'
import { fetchRule } from '../../api/referral-rule.ts'

/** The referral rule in force; the first rule until the server has answered. */
export function useReferralRule(): ReferralRule {
  const [rule, setRule] = useState<ReferralRule>(firstRule())
  useEffect(() => {
    let isHere = true
    void fetchRule().then((rule) => isHere && setRule(rule))
    return () => void (isHere = false)
  }, [])
  return rule
}
