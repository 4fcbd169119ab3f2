import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_PLACES_PER_FRIEND, type ReferralRule } from '#shared/joining/referral-rule.ts'
import { firstRule } from '#shared/joining/referral.ts'
import { fetchRule } from '../../../api/admin/referral-rule.ts'
import { simulateRule } from '../../../api/admin/simulations.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'
import { AdoptRule } from './adopt-rule.tsx'
import { SimulationPanels } from './simulation-panels.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { isSameRule, whatIfWords } from './words.ts'

const TO_WAVES = { view: 'waves' } as const

/** Simulates another referral rule on the whole list, and lets the owner use it. */
export function WhatIfView({ view, onChange, onOpen }: SectionProps) {
  const current = useQuery({
    queryKey: ['referral-rule'],
    queryFn: fetchRule,
    select: ({ places, cap }): ReferralRule => ({ places, cap }),
  })
  const [chosen, setChosen] = useState<ReferralRule | null>(null)
  const rule = chosen ?? current.data ?? firstRule()
  const simulation = useSimulation(rule, { isEnabled: current.data !== undefined })

  return (
    <section aria-labelledby="what-if" className="section-page">
      <SectionHead
        id="what-if"
        title="What if?"
        lead={whatIfWords.lead}
        back={<WavesLink view={view} onChange={onChange} />}
      />
      <RuleFields rule={rule} onChange={setChosen} />
      {simulation.data ? (
        <div className="what-if-body" aria-busy={simulation.isFetching}>
          <AdoptRule
            simulation={simulation.data}
            isCounting={simulation.isFetching || !isSameRule(rule, simulation.data.rule)}
          />
          <SimulationPanels simulation={simulation.data} onOpen={onOpen} />
        </div>
      ) : (
        <ChairNote>{simulation.isError ? 'This could not be counted. Please try again.' : 'Counting...'}</ChairNote>
      )}
    </section>
  )
}

/** Simulates the rule on the server, once the owner stops changing it. */
function useSimulation(rule: ReferralRule, { isEnabled }: { isEnabled: boolean }) {
  const settled = useSettled(rule)
  return useQuery({
    queryKey: ['simulation', settled],
    queryFn: () => simulateRule(settled),
    enabled: isEnabled,
    placeholderData: (before) => before,
    refetchInterval: false,
    staleTime: 60_000,
    meta: { isLive: false },
  })
}

function WavesLink({ view, onChange }: Pick<SectionProps, 'view' | 'onChange'>) {
  return (
    <ViewLink href={viewPath({ ...view, ...TO_WAVES })} onFollow={() => onChange(TO_WAVES)} className="text-button">
      All waves
    </ViewLink>
  )
}

function RuleFields({ rule, onChange }: { rule: ReferralRule; onChange: (rule: ReferralRule) => void }) {
  return (
    <div className="what-if-rule panel">
      <label>
        <span className="filter-label">Places for each friend</span>
        <span className="what-if-places">
          <input
            type="range"
            min={0}
            max={MOST_PLACES_PER_FRIEND}
            value={rule.places}
            onChange={(event) => onChange({ ...rule, places: Number(event.target.value) })}
          />
          <output>{rule.places}</output>
        </span>
      </label>
      <label>
        <span className="filter-label">Limit for one person (empty for no limit)</span>
        <input
          inputMode="numeric"
          className="filter-field"
          value={rule.cap ?? ''}
          onChange={(event) => {
            const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 6)
            onChange({ ...rule, cap: digits === '' ? null : Number(digits) })
          }}
        />
      </label>
    </div>
  )
}
