import { useState } from 'react'
import { Badge, CutText, Email } from '../../src/web/ui/text.tsx'
import { Moment } from '../../src/web/ui/time.tsx'
import { Panel, QueryState } from '../../src/web/ui/panel.tsx'
import { type Column, type Sorting, Table } from '../../src/web/ui/table.tsx'
import { Tabs } from '../../src/web/ui/tabs.tsx'

type Person = { id: string; email: string; business: string; friends: number; joined: string; standing: string }

const PEOPLE: Person[] = [
  person('1', 'ada@example.com', 'Ada’s Salon', 12, 'Invited'),
  person('2', `${'long'.repeat(12)}@${'sub.'.repeat(8)}example.com`, 'w'.repeat(120), 1_234, 'Waiting'),
  person('3', 'grace@example.com', '', 0, 'Rejected'),
]

function person(id: string, email: string, business: string, friends: number, standing: string): Person {
  return { id, email, business, friends, joined: new Date(Date.now() - 3 * 86_400_000).toISOString(), standing }
}

const COLUMNS: Column<Person>[] = [
  { label: 'Email', sort: 'email', cell: ({ email }) => <Email email={email} /> },
  { label: 'Standing', cell: ({ standing }) => <Badge tone={TONES[standing]}>{standing}</Badge> },
  {
    label: 'Business',
    isEmpty: ({ business }) => business === '',
    cell: ({ business }) => <CutText text={business || 'N/A'} className="line-clamp-3" />,
  },
  { label: 'Friends', sort: 'friends', isNumber: true, cell: ({ friends }) => friends },
  { label: 'Joined', isWhole: true, cell: ({ joined }) => <Moment date={joined} /> },
]

const TONES: Record<string, 'strong' | 'plain' | 'danger'> = { Invited: 'strong', Waiting: 'plain', Rejected: 'danger' }

export function Content() {
  const [tab, setTab] = useState<'people' | 'none' | 'loading'>('people')
  return (
    <>
      <Panel title="Tables and tabs" note="Arrow keys go from row to row.">
        <Tabs
          label="People"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'people', label: 'People', panel: <PeopleTable rows={PEOPLE} /> },
            { value: 'none', label: 'None', panel: <PeopleTable rows={[]} /> },
            { value: 'loading', label: 'Loading', panel: <PeopleTable rows={PEOPLE} isBusy /> },
          ]}
        />
      </Panel>
      <Panel title="Badges and times">
        <div className="kit-row">
          {(['plain', 'strong', 'warning', 'danger', 'faint'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          {(['ago', 'medium', 'full', 'time', 'at'] as const).map((as) => (
            <Moment key={as} date={PEOPLE[0]!.joined} as={as} />
          ))}
        </div>
      </Panel>
      <Panel title="Queries">
        <div className="kit-columns">
          {Object.entries(QUERIES).map(([name, query]) => (
            <section key={name} aria-label={name}>
              <QueryState
                of={query}
                what="The keys"
                isEmpty={(keys) => keys.length === 0}
                empty="No API keys yet. Create one for a program of yours."
              >
                {(keys) => <p>{keys.join(', ')}</p>}
              </QueryState>
            </section>
          ))}
        </div>
      </Panel>
    </>
  )
}

const QUERIES = {
  loading: { data: undefined, isPending: true, isError: false },
  failed: { data: undefined, isPending: false, isError: true },
  empty: { data: [], isPending: false, isError: false },
  loaded: { data: ['Laptop', 'Shop'], isPending: false, isError: false },
  stale: { data: ['Laptop', 'Shop'], isPending: false, isError: true },
} satisfies Record<string, { data: string[] | undefined; isPending: boolean; isError: boolean }>

function PeopleTable({ rows, isBusy }: { rows: Person[]; isBusy?: boolean }) {
  const [ticked, setTicked] = useState<string[]>([])
  const [opened, setOpened] = useState('')
  const [{ by, order }, setSorted] = useState<Pick<Sorting, 'by' | 'order'>>({ by: 'email', order: 'asc' })
  const sorted = [...rows].sort((a, b) => {
    const [first, second] = order === 'asc' ? [a, b] : [b, a]
    return by === 'friends' ? first.friends - second.friends : first.email.localeCompare(second.email)
  })
  return (
    <>
      <Table
        label="People"
        columns={COLUMNS}
        rows={sorted}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        sorting={{ by, order, onSort: (by, order) => setSorted({ by, order }) }}
        selection={{
          isTicked: (id) => ticked.includes(id),
          onTick: (id) => setTicked((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
          onTickAll: (ids) => setTicked((before) => (ids.every((id) => before.includes(id)) ? [] : ids)),
        }}
        onOpen={setOpened}
        empty="Nobody has joined yet. Share the link to your page."
        isBusy={isBusy}
      />
      <output aria-label="Opened">{opened && `Opened ${opened}, ticked ${ticked.length}`}</output>
    </>
  )
}
