import { several, peopleWords } from '../ui/words.ts'
import { type ReactNode, useState } from 'react'
import { buttonClass, Button } from '../../../ui/button.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FilterFields, type FilterFieldsProps } from '../ui/filter-fields.tsx'
import { DecisionBar, useDecision } from '../review/decision.tsx'
import { ReviewGate, ReviewMark } from '../review/review-mark.tsx'
import { May, useMay } from '../state/use-account.tsx'
import { LaunchOrderButton, PeoplePanel } from '../entries/people-panel.tsx'
import { ColumnChoice, useColumns } from '../entries/columns.tsx'
import { ActBar, outcomeOf } from './act-bar.tsx'
import { useSelection } from '../entries/use-selection.ts'
import { ViewLink } from '../state/use-view.tsx'
import { SavedViews } from './saved-views.tsx'
import type { ImportReport } from '#shared/list/imports.ts'
import { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call, refusal } from '../../../calls/call.ts'
import { useWork, useAction } from '../../../calls/use-action.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Form } from '../../../ui/form.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Moment } from '../../../ui/time.tsx'
import { ListPanel, Row } from '../../../ui/panel.tsx'
import { useSettled } from '../ui/use-settled.ts'

type PeopleViewProps = Omit<
  Parameters<typeof PeoplePanel>[0],
  'title' | 'selecting' | 'heading' | 'search' | 'tools'
> & {
  fields: FilterFieldsProps
  children: ReactNode
}

export function PeopleView({ fields, ...list }: PeopleViewProps) {
  const { filters, found } = list
  const heading = useFocusOnArrival()
  const mayAct = useMay('manager')
  const deciding = useDecision()
  const selecting = useSelection(JSON.stringify(filters))
  const isNarrow = useMediaQuery('(width < 64rem)')
  const [isOpen, setOpen] = useState(false)
  const { columns, ...choice } = useColumns()
  const change = { view: 'people/review' } as const
  return (
    <div className="people">
      <DecisionBar {...deciding} wordsOf={outcomeOf} />
      {mayAct && <ActBar filters={filters} found={found} selecting={selecting} deciding={deciding} />}
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
        <div className="mx-0! mt-1! mb-0! flex flex-wrap items-center gap-x-2">
          {list.children}
          <span className="people-tools">
            <LaunchOrderButton view={list.view} />
            <ReviewGate>
              <ViewLink to={change} className={buttonClass('segment', 'justify-self-start')}>
                To check <ReviewMark />
              </ViewLink>
            </ReviewGate>
            <May needs="owner">
              <AddPerson />
            </May>
            <SavedViews view={list.view} />
          </span>
        </div>
        <WaitingRequests />
        <OpeningRequests />
      </PeoplePanel>
    </div>
  )
}

type Person = { email: string; full_name: string }

/** An import of one line, so it is in Activity and can be undone. */
function AddPerson() {
  const [isOpen, setOpen] = useState(false)
  const action = useWork(addPerson, {
    done: ({ email }) => `${email} is on the list`,
    refresh: ['entries', 'summary', 'overview', 'acts', 'count'],
  })
  return (
    <Dialog
      size="narrow"
      title="Add a person"
      description="They join at the end of the line and get no email until you invite them."
      trigger={
        <Button kind="segment">
          <span>
            Add<span className="max-tablet:sr-only"> a person</span>
          </span>
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Form action={action} onSaved={() => setOpen(false)}>
        <Field
          label="Email"
          name="email"
          type="email"
          maxLength={MAX_LENGTH.email}
          autoComplete="off"
          required
          asksMeant
        />
        <Field label="Name" name="full_name" maxLength={MAX_LENGTH.name} autoComplete="off" />
        <Button kind="primary" type="submit" className="justify-self-start">
          Add person
        </Button>
      </Form>
    </Dialog>
  )
}

async function addPerson({ email, full_name }: Person): Promise<Person> {
  const cells = [email, full_name].map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const file = new Blob([`email,full_name\r\n${cells.join(',')}\r\n`], { type: 'text/csv' })
  const query = { columns: JSON.stringify(['email', 'full_name']), header: 'yes', separator: ',' } as const
  const report = (await call(ROUTES.importPeople, { ...query, dry_run: 'yes' }, { file })) as ImportReport
  if (report.refused.first[0]) throw refusal('Enter a full email address.')
  if (report.fresh === 0) throw refusal('This person is on the list already.')
  await call(ROUTES.importPeople, query, { file })
  return { email, full_name }
}

function WaitingRequests() {
  const { data } = useQuery({ queryKey: ['requests'], queryFn: () => call(ROUTES.requests) })
  if (!data?.since) return null
  const { waiting, since } = data
  return (
    <p className="panel-note">
      {several(waiting, 'person has', 'people have')} not confirmed their email yet, and {waiting === 1 ? 'is' : 'are'}{' '}
      not on the list. The first has waited since {DAY.format(new Date(since))}.
    </p>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const OPENING = 'opening-requests'

/** Who left an address while the list was paused. */
function OpeningRequests() {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed)
  const { data } = useQuery({
    queryKey: [OPENING, q],
    queryFn: () => call(ROUTES.openingRequests, { q }),
    placeholderData: keepPreviousData,
  })
  const removal = useAction(ROUTES.dropOpeningRequest, { refresh: [OPENING] })
  const mayRemove = useMay('manager')
  if (!data?.people) return null
  const people = peopleWords(data.people)
  return (
    <p className="panel-note">
      {people} asked to be told when the list opens.{' '}
      <Dialog
        title="To be told when the list opens"
        description="Each gets one email when the list opens. Their address is deleted then."
        trigger={<Button kind="text">See addresses</Button>}
      >
        <Field label="Find an address" type="search" autoComplete="off" value={typed} onValueChange={setTyped} />
        <ListPanel title={people} items={data.requests} empty="No address matches this.">
          {({ id, email, asked_at }) => (
            <Row
              key={id}
              name={email}
              facts={[<Moment key="asked" date={asked_at} />]}
              action={removal}
              acts={[
                mayRemove && {
                  label: 'Remove',
                  run: () => removal.run({ id }),
                  ask: { title: `Remove ${email}?`, consequence: 'They won’t be told when the list opens.' },
                },
              ]}
            />
          )}
        </ListPanel>
      </Dialog>
    </p>
  )
}
