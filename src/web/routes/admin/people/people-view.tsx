import { type ReactNode, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { FilterFields, type FilterFieldsProps } from '../filters/filter-fields.tsx'
import { DecisionBar } from '../review/decision-bar.tsx'
import { useDecision } from '../review/use-decision.ts'
import { ReviewGate, ReviewMark } from '../review/review-mark.tsx'
import { May, useMay } from '../session/use-account.tsx'
import { LaunchOrderButton, PeoplePanel } from '../submissions/people-panel.tsx'
import { ColumnChoice, useColumns } from '../submissions/columns.tsx'
import { ActBar, outcomeOf } from './act-bar.tsx'
import { AddPerson } from './add-person.tsx'
import { useSelection } from '../submissions/use-selection.ts'
import { ViewLink } from '../view/view-link.tsx'
import { SavedViews } from './saved-views.tsx'
import { OpeningRequests, WaitingRequests } from './waiting-requests.tsx'

type PeopleViewProps = Omit<
  Parameters<typeof PeoplePanel>[0],
  'title' | 'selecting' | 'heading' | 'search' | 'tools'
> & {
  fields: FilterFieldsProps
  children: ReactNode
}

export function PeopleView({ fields, ...list }: PeopleViewProps) {
  const { filters, found, onChange } = list
  const heading = useFocusOnArrival()
  const mayAct = useMay('manager')
  const deciding = useDecision()
  const selecting = useSelection(JSON.stringify(filters))
  const isNarrow = useMediaQuery('(width < 64rem)')
  const [isOpen, setOpen] = useState(false)
  const { columns, ...choice } = useColumns()
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
        columns={columns}
        tools={<ColumnChoice {...choice} />}
        search={
          <FilterBar
            {...fields}
            found={found}
            unfolding={isNarrow ? undefined : { isOpen, toggle: () => setOpen(!isOpen) }}
          />
        }
      >
        {isOpen && !isNarrow && (
          <section aria-label="Filters" className="filters grid-cols-3 border-y border-line py-3">
            <FilterFields {...fields} />
          </section>
        )}
        <div className="m-0! flex flex-wrap items-center gap-x-2">
          {list.children}
          <span className="people-tools">
            <LaunchOrderButton view={list.view} onChange={onChange} />
            <ToCheck view={list.view} onChange={onChange} />
            <May needs="owner">
              <AddPerson />
            </May>
            <SavedViews view={list.view} onChange={onChange} />
          </span>
        </div>
        <WaitingRequests />
        <OpeningRequests />
      </PeoplePanel>
    </div>
  )
}

function ToCheck({ view, onChange }: Pick<PeopleViewProps, 'view' | 'onChange'>) {
  const change = { view: 'people/review' } as const
  return (
    <ReviewGate>
      <ViewLink view={view} to={change} onChange={onChange} className={buttonClass('segment', 'justify-self-start')}>
        To check <ReviewMark />
      </ViewLink>
    </ReviewGate>
  )
}
