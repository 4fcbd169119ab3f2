import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_PLACES_PER_FRIEND, type RuleOfList, type RulePreview } from '#shared/joining/referral-rule.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, reasonOf } from '../../../calls/call.ts'
import { fetchRule } from '../../../calls/fetch-rule.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Panel, QueryState } from '../../../ui/panel.tsx'
import { useAct } from '../entries/use-act.ts'
import { ONCE } from '../state/queries.ts'
import { May } from '../state/use-account.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { ruleInWords } from '../ui/words.ts'
import type { PageProps } from './pages.tsx'
import { SettingForm } from './setting-form.tsx'

export function RulesPage({ settings }: PageProps) {
  const rule = useQuery({ queryKey: ['referral-rule'], queryFn: fetchRule })
  return (
    <>
      <Panel
        title="Referral rule"
        note="The rule is the same for everyone. If you change it, everyone moves. You can undo it."
      >
        <QueryState of={rule} what="The rule">
          {({ places, cap, bonus }) => <RuleForm now={{ places, cap, bonus }} />}
        </QueryState>
      </Panel>
      {settings && <SettingForm settings={settings} of="rules" />}
    </>
  )
}

const FIELDS = [
  { name: 'places', label: 'Places for each friend', most: MOST_PLACES_PER_FRIEND },
  { name: 'cap', label: 'Limit for one person', most: 1_000_000, placeholder: 'No limit' },
  { name: 'bonus', label: 'Head start for a new friend', most: MOST_PLACES_PER_FRIEND },
] as const

function RuleForm({ now }: { now: RuleOfList }) {
  const [chosen, setChosen] = useState<RuleOfList | null>(null)
  const rule = chosen ?? now
  const isNew = JSON.stringify(rule) !== JSON.stringify(now)
  const settled = useSettled(rule)
  const { act, isActing } = useAct()
  const preview = useQuery({
    queryKey: ['rule-preview', settled],
    queryFn: () => call(ROUTES.previewRule, settled),
    enabled: isNew,
    ...ONCE,
    meta: { isLive: false },
  })

  function type(name: keyof RuleOfList, most: number, typed: string) {
    const digits = typed.replaceAll(/\D/g, '').slice(0, 7)
    const empty = name === 'cap' ? null : 0
    setChosen({ ...rule, [name]: digits === '' ? empty : Math.min(most, Number(digits)) })
  }

  return (
    <div className="grid gap-4">
      <div className="grid max-w-2xl gap-4 tablet:grid-cols-3">
        {FIELDS.map(({ name, label, most, ...field }) => (
          <Field
            key={name}
            {...field}
            label={label}
            inputMode="numeric"
            value={String(rule[name] ?? '')}
            onValueChange={(typed) => type(name, most, typed)}
          />
        ))}
      </div>
      <output className="text-small text-muted">
        {isNew ? `${previewWords(preview)} Now: ${ruleInWords(now)}.` : 'This is the rule now.'}
      </output>
      <May needs="owner">
        <Confirm
          label="Use this rule"
          about={ruleInWords(rule)}
          className="justify-self-start"
          title={ruleInWords(rule)}
          consequence="Everyone on the list moves, and your pages and emails show the new rule. You can undo this in Activity."
          disabled={!isNew || isActing}
          onConfirm={() =>
            act(() => call(ROUTES.createAct, { kind: 'referral-rule', ...rule })).then(() => setChosen(null))
          }
        >
          <p>{previewWords(preview)}</p>
        </Confirm>
      </May>
    </div>
  )
}

function previewWords({ data, error }: { data: RulePreview | undefined; error: Error | null }): string {
  if (!data) return error ? `This couldn’t be counted. ${reasonOf(error) ?? ''}` : 'Counting...'
  const people = (count: number) => (count === 1 ? '1 person moves' : `${grouped(count)} people move`)
  if (data.up + data.down === 0) return 'Nobody moves.'
  const stay =
    data.stay === data.first ? `The first ${data.first} stay.` : `${data.stay} of the first ${data.first} stay.`
  return `${people(data.up)} up, ${grouped(data.down)} down. ${stay}`
}
