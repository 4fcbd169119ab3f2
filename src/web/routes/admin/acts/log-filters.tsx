import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Day } from '#shared/values/days.ts'
import { ACT_KINDS } from '#shared/list/act-requests.ts'
import * as z from 'zod/mini'
import { accountNamesQuery } from '../accounts/queries.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { KIND_WORDS } from './act-words.ts'
import type { LogFilters as Filters } from './queries.ts'

/** The filters of the log in the page's address. */
export function logFiltersOf({ by, did, on }: SectionProps['view']): Filters {
  return { ...(by && { account: by }), ...(did && { kind: did }), ...(on && { day: on }) }
}

/** Filters the log by account, kind and day. */
export function LogFilters({ view, onChange }: Pick<SectionProps, 'view' | 'onChange'>) {
  const { data: accounts = [] } = useQuery(accountNamesQuery)
  return (
    <div className="log-filters">
      <Select
        label="By"
        options={[{ value: null, label: 'Everybody' }, ...accounts.map(({ id, name }) => ({ value: id, label: name }))]}
        value={view.by}
        onValueChange={(by) => onChange({ by })}
      />
      <Select
        label="What"
        options={[
          { value: null, label: 'Everything' },
          ...ACT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
        ]}
        value={view.did}
        onValueChange={(did) => onChange({ did })}
      />
      <DayField value={view.on} onChange={(on) => onChange({ on })} />
    </div>
  )
}

type DayFieldProps = { value: string | null; onChange: (day: string | null) => void }

/** A day. While somebody types its year, the field has years like 0002: those filter nothing, and stay in the field. */
function DayField({ value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [former, setFormer] = useState(value)
  if (value !== former) {
    setFormer(value)
    setTyped(value ?? '')
  }

  function type(day: string) {
    setTyped(day)
    if (day === '' || z.safeParse(Day, day).success) onChange(day || null)
  }

  return <Field label="Day" type="date" value={typed} onValueChange={type} />
}
