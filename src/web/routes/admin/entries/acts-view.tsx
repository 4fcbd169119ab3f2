import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ACT_KINDS } from '#shared/list/act-requests.ts'
import { Day } from '#shared/values/days.ts'
import { Field } from '../../../ui/form.tsx'
import { Empty, QueryState } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/choices.tsx'
import { accountNamesQuery, actQuery, actsQuery } from '../state/queries.ts'
import { ShowMore } from '../ui/section-head.tsx'
import { type SectionProps, goTo } from '../state/use-view.tsx'
import { ActItem } from './act-item.tsx'
import { KIND_WORDS } from './act-words.ts'
import { useAct } from './use-act.ts'

/** The log of all acts, newest first. */
export function ActsView({ view }: SectionProps) {
  const { by, did, on } = view
  const filters = { ...(by && { account: by }), ...(did && { kind: did }), ...(on && { day: on }) }
  const log = useInfiniteQuery(actsQuery(filters))
  const acts = log.data?.pages.flatMap(({ acts }) => acts)
  // The address may name an act from a page of the log that is not fetched yet.
  const isFar = view.act !== null && acts !== undefined && !acts.some(({ id }) => id === view.act)
  const far = useInfiniteQuery({ ...actQuery(view.act ?? ''), enabled: isFar })
  const acting = useAct({ showsProgress: true })
  const shown = [...(isFar && far.data ? [far.data.pages[0]!] : []), ...(acts ?? [])]

  const { data: accounts = [] } = useQuery(accountNamesQuery)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-y-3 gap-x-4 relative max-w-192 [&>*]:min-w-0">
        <Select
          label="By"
          options={[
            { value: null, label: 'Everybody' },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={view.by}
          onValueChange={(by) => goTo({ by })}
        />
        <Select label="What" options={ALL_KINDS} value={view.did} onValueChange={(did) => goTo({ did })} />
        <DayField value={view.on} onChange={(on) => goTo({ on })} />
      </div>
      {isFar && far.isError && <Empty isSmall>The entry in this link couldn’t be found.</Empty>}
      <QueryState
        of={log}
        isEmpty={() => shown.length === 0}
        empty={
          Object.keys(filters).length > 0
            ? 'Nothing matches these filters.'
            : 'Nothing has changed yet. Notes, tags, decisions, waves and settings will appear here.'
        }
      >
        {() => (
          <ol className="acts py-0 panel">
            {shown.map((act) => (
              <ActItem
                key={act.id}
                act={act}
                acting={acting}
                isOpen={act.id === view.act}
                onToggle={() => goTo({ act: act.id === view.act ? null : act.id }, { replace: true })}
              />
            ))}
          </ol>
        )}
      </QueryState>
      <ShowMore of={log} className="justify-self-center" />
    </>
  )
}

const ALL_KINDS = [
  { value: null, label: 'Everything' },
  ...ACT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
]

/** While somebody types its year, the field has years like 0002: those filter nothing, and stay in the field. */
function DayField({ value, onChange }: { value: string | null; onChange: (day: string | null) => void }) {
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
