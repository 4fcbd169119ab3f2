import { useEffect, useState } from 'react'
import { FIRST_RULE, type ReferralRule } from '#site/referral.ts'
import { fetchRule } from '../../api/referral-rule.ts'

/** What a friend brings now; until the server has said it, what the first rule says. */
export function useReferralRule(): ReferralRule {
  const [rule, setRule] = useState<ReferralRule>(FIRST_RULE)
  useEffect(() => {
    let isHere = true
    void fetchRule().then((rule) => isHere && setRule(rule))
    return () => void (isHere = false)
  }, [])
  return rule
}
