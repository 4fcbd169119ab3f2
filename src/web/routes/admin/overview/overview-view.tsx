import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Figures, Overview } from '#shared/list/summary.ts'
import { percentOf } from '#shared/values/numbers.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Empty, QueryState } from '../../../ui/query-state.tsx'
import { TimelinePanel } from '../charts/timeline/timeline-panel.tsx'
import { unreadQuery } from '../inbox/queries.ts'
import { type Trouble, useTroubles } from '../integrations/use-troubles.tsx'
import { reviewsCountQuery } from '../review/queries.ts'
import { useMay } from '../session/use-account.tsx'
import { settingsQuery } from '../settings/queries.ts'
import { overviewQuery, referrersQuery, summaryQuery } from '../state/queries.ts'
import type { Loaded } from '../state/use-figures.ts'
import { NOBODY_YET, percent } from '../ui/words.ts'
import { SectionHead } from '../ui/section-head.tsx'
import type { SectionProps } from '../view/use-view.ts'
import { type View, noFilters } from '../view/view.ts'
import { ViewLink } from '../view/view-link.tsx'
import { TopReferrers } from './top-referrers.tsx'

type OverviewProps = SectionProps & { loaded: Loaded; isListEmpty: boolean }
type LinkProps = Pick<SectionProps, 'view' | 'onChange'> & {
  to: Partial<View>
  className?: string
  children: ReactNode
}

export function OverviewView({ view, loaded, isListEmpty, onChange, onOpen }: OverviewProps) {
  const { figures, filters, source } = loaded
  const referrers = useQuery(referrersQuery(filters))
  const { data: overview } = useQuery(overviewQuery)
  const [referral] = figures.origins
  return (
    <section aria-labelledby="overview" className="overview grid gap-3">
      <SectionHead id="overview" title="Overview" lead="The last 30 days" />
      <Totals {...{ view, figures, overview, onChange }} />
      {isListEmpty && <Empty>{NOBODY_YET}</Empty>}
      <div className="grid gap-3 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {source === 'nothing' ? (
          <Empty>The list could not be loaded. The page tries again every half minute.</Empty>
        ) : (
          <TimelinePanel
            timeline={figures.timeline}
            isSmall
            onChange={(days) => onChange({ view: 'figures', ...days })}
          />
        )}
        <NeedsYou view={view} onChange={onChange} />
        <SourcesPanel {...{ figures, overview, onChange }} visits={loaded.funnel?.visits ?? null} />
        <Panel title="Who brought most friends" note={`${percent(referral!.percentage)} joined through a friend`}>
          <QueryState of={referrers} isSmall>
            {({ referrers }) => <TopReferrers referrers={referrers} isSmall onOpen={onOpen} />}
          </QueryState>
        </Panel>
      </div>
    </section>
  )
}

function To({ view, to, onChange, className = buttonClass('text'), children }: LinkProps) {
  const change = { ...noFilters(), ...to }
  return (
    <ViewLink view={view} to={change} onChange={onChange} className={className}>
      {children}
    </ViewLink>
  )
}

type KnownProps = Pick<SectionProps, 'view' | 'onChange'> & { figures: Figures; overview: Overview | undefined }

function Totals({ view, figures, overview, onChange }: KnownProps) {
  const { today } = figures.period
  const { data } = useQuery(summaryQuery({ from: today, to: today }))
  const change = data?.summary.changes.signups ?? null
  const totals: [name: string, value: number | undefined, to: Partial<View>, note?: string | null][] = [
    ['Today', data?.summary.totalSignups, { view: 'people', from: today, to: today }, againstYesterday(change)],
    ['In all', overview && overview.waiting + overview.invited + overview.admitted, { view: 'people' }],
    ['Waiting', overview?.waiting, { view: 'people', state: 'waiting' }],
    ['Invited', overview?.invited, { view: 'people', state: 'invited' }],
    ['Let in', overview?.admitted, { view: 'people', state: 'admitted' }],
  ]
  return (
    <ul className="panel grid grid-cols-2 gap-x-4 gap-y-3 py-3! tablet:grid-cols-5">
      {totals.map(([name, value, to, note]) => (
        <li key={name} className="m-0! min-w-0 max-tablet:first:col-span-2">
          <To {...{ view, to, onChange }} className="group block rounded-control">
            <span className="block text-small text-muted">{name}</span>
            <strong className="block font-display text-title tabular-nums group-hover:underline">
              {value === undefined ? '…' : grouped(value)}
            </strong>
          </To>
          {note && <span className="block text-tiny text-muted">{note}</span>}
        </li>
      ))}
    </ul>
  )
}

function againstYesterday(change: number | null): string | null {
  if (change === null) return null
  if (change === 0) return 'as many as yesterday by now'
  return `${percent(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than yesterday by now`
}

type Item = [to: View['view'], words: string]

const TROUBLES: Record<Trouble, Item> = {
  mail: ['settings/mail', 'Email has a problem'],
  services: ['settings/services', 'A service has a problem'],
  backups: ['settings/backups', 'The last backup failed'],
  api: ['settings/api', 'A webhook is switched off'],
  server: ['settings', 'The server has a problem'],
}

function NeedsYou({ view, onChange }: Pick<SectionProps, 'view' | 'onChange'>) {
  const [isManager, isOwner] = [useMay('manager'), useMay('owner')]
  const unread = useQuery({ ...unreadQuery, enabled: isManager }).data ?? 0
  const toCheck = useQuery(reviewsCountQuery).data?.people ?? 0
  const settings = useQuery({ ...settingsQuery, enabled: isOwner, refetchInterval: false }).data
  const troubles = Object.entries(useTroubles()).flatMap(([name, has]) => (has ? [TROUBLES[name as Trouble]] : []))
  const items: Item[] = [
    ...(unread > 0 ? [['messages', count(unread, 'unread message')] satisfies Item] : []),
    ...(toCheck > 0 ? [['people/review', `${count(toCheck, 'person', 'people')} to check`] satisfies Item] : []),
    ...troubles,
    ...(settings?.checklist === 'open' ? [['settings/checklist', 'Open the checklist'] satisfies Item] : []),
  ]
  return (
    <Panel title="Needs you">
      {items.length === 0 ? (
        <p className="text-muted">Nothing right now.</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map(([to, words]) => (
            <li key={words}>
              <To
                {...{ view, onChange }}
                to={{ view: to }}
                className="flex min-h-11 items-center justify-between gap-3 hover:underline"
              >
                {words} <span aria-hidden="true">→</span>
              </To>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`
}

const MOST_SOURCES = 4

function SourcesPanel({ figures, overview, visits, onChange }: Omit<KnownProps, 'view'> & { visits: number | null }) {
  const { sources, totalSignups } = figures
  const visitsOf = (name: string) => overview?.visits.find(({ source }) => source === name)?.visits ?? 0
  const rows = [
    ...sources.slice(0, MOST_SOURCES).map(({ name, value }) => ({ name, value, visits: visitsOf(name) })),
    { name: null, value: totalSignups, visits: visits ?? 0 },
  ]
  return (
    <Panel title="Where sign-ups come from">
      <table className="w-full text-control tabular-nums">
        <thead>
          <tr className="border-b border-line text-small text-muted">
            {['Source', 'Visits', 'Sign-ups', 'Conversion'].map((name, index) => (
              <th key={name} scope="col" className={`py-1 font-normal ${index === 0 ? 'text-left' : 'text-right'}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value, visits }) => (
            <tr key={name} className="border-b border-line last:border-0 last:font-semibold">
              <th scope="row" className="py-1 text-left font-[inherit] wrap-anywhere">
                {name === null ? (
                  'All'
                ) : (
                  <button
                    type="button"
                    className="person"
                    onClick={() => onChange({ ...noFilters(), view: 'figures', source: name })}
                  >
                    {name}
                  </button>
                )}
              </th>
              <td className="py-1 text-right">{visits > 0 ? grouped(visits) : '–'}</td>
              <td className="py-1 text-right">{grouped(value)}</td>
              <td className="py-1 text-right">
                {visits >= value && visits > 0 ? percent(percentOf(value, visits)) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
