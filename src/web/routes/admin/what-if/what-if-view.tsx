import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { MOST_PLACES_PER_FRIEND, type RuleOfList, type RulePreview } from '#shared/joining/referral-rule.ts'
import { call } from '../../../calls/call.ts'
import { reasonOf } from '../../../calls/call-error.ts'
import { fetchRule } from '../../../calls/fetch-rule.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Empty } from '../../../ui/query-state.tsx'
import { useAct } from '../acts/use-act.ts'
import { May } from '../session/may.tsx'
import { ruleInWords } from '../ui/rule-in-words.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { useSettled } from '../ui/use-settled.ts'
import type { SectionProps } from '../view/section-props.ts'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'

const TO_WAVES = { view: 'invites' } as const

/** The referral rule of the list, with a preview of what another one would change. */
export function WhatIfView({ view, onChange }: SectionProps) {
  const current = useQuery({ queryKey: ['referral-rule'], queryFn: fetchRule })
  return (
    <section aria-labelledby="what-if" className="section-page">
      <SectionHead
        id="what-if"
        title="Referral rule"
        lead="It holds for everyone: change it, and everyone moves. You can undo it."
        back={
          <ViewLink
            href={viewPath({ ...view, ...TO_WAVES })}
            onFollow={() => onChange(TO_WAVES)}
            className={buttonClass('text')}
          >
            All waves
          </ViewLink>
        }
      />
      {current.data ? (
        <RuleForm now={current.data} />
      ) : (
        <Empty>{current.isError ? 'The rule could not be loaded.' : 'Loading data...'}</Empty>
      )}
    </section>
  )
}

function RuleForm({ now: { places, cap, bonus } }: { now: RuleOfList }) {
  const now = { places, cap, bonus }
  const [chosen, setChosen] = useState<RuleOfList | null>(null)
  const rule = chosen ?? now
  const isNew = JSON.stringify(rule) !== JSON.stringify(now)
  const settled = useSettled(rule)
  const { act, isActing } = useAct()
  const preview = useQuery({
    queryKey: ['rule-preview', settled],
    queryFn: () => call(ROUTES.previewRule, settled),
    enabled: isNew,
    refetchInterval: false,
    meta: { isLive: false },
  })
  const set = (part: Partial<RuleOfList>) => setChosen({ ...rule, ...part })
  return (
    <div className="panel what-if-rule">
      <Places label="Places for each friend" value={rule.places} onChange={(value) => set({ places: value ?? 0 })} />
      <Places
        label="Limit for one person (empty for no limit)"
        value={rule.cap}
        most={1_000_000}
        onChange={(value) => set({ cap: value })}
      />
      <Places
        label="Places for a new friend (0 for none)"
        value={rule.bonus}
        onChange={(value) => set({ bonus: value ?? 0 })}
      />
      <div className="import-go what-if-go">
        <May needs="owner">
          <Confirm
            label="Use this rule"
            about={ruleInWords(rule)}
            title={ruleInWords(rule)}
            consequence="Everyone on the list moves, and the pages and mails say so. You can undo this under Activity."
            disabled={!isNew || isActing}
            onConfirm={() =>
              void act(() => call(ROUTES.createAct, { kind: 'referral-rule', ...rule })).then(() => setChosen(null))
            }
          >
            <p>{previewWords(preview)}</p>
          </Confirm>
        </May>
        <output className="text-small text-muted">
          {isNew ? `${previewWords(preview)} Now: ${ruleInWords(now)}.` : 'This is the rule now.'}
        </output>
      </div>
    </div>
  )
}

function previewWords({ data, error }: { data: RulePreview | undefined; error: Error | null }): string {
  if (!data) return error ? `This could not be counted. ${reasonOf(error) ?? ''}` : 'Counting...'
  const people = (count: number) => (count === 1 ? '1 person moves' : `${grouped(count)} people move`)
  if (data.up + data.down === 0) return 'Nobody moves.'
  const stay =
    data.stay === data.first ? `The first ${data.first} stay.` : `${data.stay} of the first ${data.first} stay.`
  return `${people(data.up)} up, ${grouped(data.down)} down. ${stay}`
}

type PlacesProps = { label: string; value: number | null; most?: number; onChange: (value: number | null) => void }

function Places({ label, value, most = MOST_PLACES_PER_FRIEND, onChange }: PlacesProps) {
  return (
    <label>
      <span className="filter-label">{label}</span>
      <input
        inputMode="numeric"
        className="filter-field"
        value={value ?? ''}
        onChange={(event) => {
          const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 7)
          onChange(digits === '' ? null : Math.min(most, Number(digits)))
        }}
      />
    </label>
  )
}
