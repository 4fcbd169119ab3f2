import { useEffect, useState } from 'react'
import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { fetchRule, firstInForce } from '../../calls/fetch-rule.ts'
import { startData } from '../../loading/start-data.ts'

export function useReferralRule(): RuleInForce {
  const [rule, setRule] = useState<RuleInForce>(() => startData().rule ?? firstInForce())
  useEffect(() => {
    let isHere = true
    void fetchRule().then((rule) => isHere && setRule(rule))
    return () => void (isHere = false)
  }, [])
  return rule
}
