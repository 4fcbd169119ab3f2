import type { ReactNode } from 'react'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import type { FilterFieldsProps } from '../filters/filter-fields.tsx'
import { DecisionBar } from '../review/decision-bar.tsx'
import { useDecision } from '../review/use-decision.ts'
import { useMay } from '../session/use-account.ts'
import { PeoplePanel } from '../submissions/people-panel.tsx'
import { ActBar, outcomeOf } from './act-bar.tsx'
import { useSelection } from '../submissions/use-selection.ts'
import { WaitingRequests } from './waiting-requests.tsx'

type PeopleViewProps = Omit<Parameters<typeof PeoplePanel>[0], 'title' | 'selecting' | 'heading' | 'search'> & {
  fields: FilterFieldsProps
  /** The number of people that the filters leave; null while it is not known. */
  found: number | null
  children: ReactNode
}

/** The list of people, and the acts for the ticked people or for all that the filters find. */
export function PeopleView({ fields, found, ...list }: PeopleViewProps) {
  const { filters, onChange } = list
  const heading = useFocusOnArrival()
  const mayAct = useMay('manager')
  const deciding = useDecision()
  const selecting = useSelection(JSON.stringify(filters))
  return (
    <div className="people">
      <DecisionBar {...deciding} wordsOf={outcomeOf} />
      {mayAct && (
        <ActBar filters={filters} found={found} selecting={selecting} deciding={deciding} onChange={onChange} />
      )}
      <PeoplePanel
        {...list}
        title="People"
        heading={heading}
        selecting={mayAct ? selecting : undefined}
        search={<FilterBar {...fields} found={found} />}
      >
        {list.children}
        <WaitingRequests />
      </PeoplePanel>
    </div>
  )
}
