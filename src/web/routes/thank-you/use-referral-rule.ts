import { useEffect, useState } from 'react'
import { FIRST_RULE, type ReferralRule } from '#site/referral.ts'
import { fetchRule } from '../../api/referral-rule.ts'

/** The referral rule in force; the first rule until the server has answered. */
export function useReferralRule(): ReferralRule {
  const [rule, setRule] = useState<ReferralRule>(FIRST_RULE)
  useEffect(() => {
    let isHere = true
    void fetchRule().then((rule) => isHere && setRule(rule))
    return () => void (isHere = false)
  }, [])
  return rule
}
