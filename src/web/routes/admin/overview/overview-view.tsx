import { NOBODY_YET, peopleWords, percent, several } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Figures, Overview } from '#shared/list/summary.ts'
import { percentOf } from '#shared/values/numbers.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Empty, notLoaded, Panel, QueryState } from '../../../ui/panel.tsx'
import { TimelinePanel } from '../charts/timeline-panel.tsx'
import { overviewQuery, referrersQuery, reviewsCountQuery, summaryQuery, unreadQuery } from '../state/queries.ts'
import { type Trouble, useTroubles } from '../integrations/service.tsx'
import { useMay } from '../state/use-account.tsx'
import { settingsQuery } from '../settings/use-settings.ts'
import type { Loaded } from '../state/use-figures.ts'
import { Unknown } from '../ui/badges.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { goTo, ViewLink } from '../state/use-view.tsx'
import { type View, noFilters } from '../state/view.ts'
import { TopReferrers } from './top-referrers.tsx'

type LinkProps = {
  to: Partial<View>
  className?: string
  children: ReactNode
}

export function OverviewView({ loaded, isListEmpty }: { loaded: Loaded; isListEmpty: boolean }) {
  const { figures, filters, source } = loaded
  const isLost = source === 'nothing'
  const referrers = useQuery(referrersQuery(filters))
  const { data: overview } = useQuery(overviewQuery)
  const [referral] = figures.origins
  const [isManager, isOwner] = [useMay('manager'), useMay('owner')]
  const unread = useQuery({ ...unreadQuery, enabled: isManager })
  const toCheck = useQuery(reviewsCountQuery)
  const settings = useQuery({ ...settingsQuery, enabled: isOwner, refetchInterval: false })
  const asked = [unread, toCheck, settings]
  const troubles = Object.entries(useTroubles()).flatMap(([name, has]) => (has ? [TROUBLES[name as Trouble]] : []))
  const items: Item[] = [
    ...(unread.data ? [['messages', several(unread.data, 'unread message')] satisfies Item] : []),
    ...(toCheck.data?.people ? [['people/review', `${peopleWords(toCheck.data.people)} to check`] satisfies Item] : []),
    ...troubles,
    ...(settings.data?.checklist === 'open' ? [['settings/checklist', 'Finish the checklist'] satisfies Item] : []),
  ]
  return (
    <section aria-labelledby="overview" className="overview grid gap-3">
      <SectionHead id="overview" title="Overview" lead="The last 30 days" />
      <Totals {...{ figures, overview, isLost }} />
      {isListEmpty && <Empty>{NOBODY_YET}</Empty>}
      <div className="grid gap-3 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {isLost ? (
          <Empty>{notLoaded()}</Empty>
        ) : (
          <TimelinePanel timeline={figures.timeline} isSmall onChange={(days) => goTo({ view: 'figures', ...days })} />
        )}
        <Panel title="Needs you">
          {items.length === 0 ? (
            <p className="text-muted">
              {asked.some(({ isError }) => isError)
                ? notLoaded()
                : asked.some(({ isLoading }) => isLoading)
                  ? 'Loading data...'
                  : 'Nothing right now.'}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map(([to, words]) => (
                <li key={words}>
                  <To to={{ view: to }} className="flex min-h-11 items-center justify-between gap-3 hover:underline">
                    {words} <span aria-hidden="true">→</span>
                  </To>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {isLost ? (
          <Panel title="Where sign-ups come from">
            <Empty isSmall>{notLoaded()}</Empty>
          </Panel>
        ) : (
          <SourcesPanel {...{ figures, overview }} visits={loaded.funnel?.visits ?? null} />
        )}
        <Panel
          title="Who brought the most friends"
          note={!isLost && `${percent(referral!.percentage)} joined through a friend`}
        >
          <QueryState of={referrers} isSmall>
            {({ referrers }) => <TopReferrers referrers={referrers} isSmall />}
          </QueryState>
        </Panel>
      </div>
    </section>
  )
}

function To({ to, className = buttonClass('text'), children }: LinkProps) {
  const change = { ...noFilters(), ...to }
  return (
    <ViewLink to={change} className={className}>
      {children}
    </ViewLink>
  )
}

type KnownProps = { figures: Figures; overview: Overview | undefined }

function Totals({ figures, overview, isLost }: KnownProps & { isLost: boolean }) {
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
    <ul className="panel grid grid-cols-2 gap-x-4 gap-y-3 py-3! tablet:grid-cols-[2fr_repeat(4,1fr)]">
      {totals.map(([name, value, to, note]) => (
        <li key={name} className="m-0! min-w-0 max-tablet:first:col-span-2">
          <To to={to} className="group block rounded-control">
            <span className="block text-small text-muted">{name}</span>
            <strong className="block font-display text-title tabular-nums group-hover:underline">
              {value !== undefined ? grouped(value) : isLost ? <Unknown /> : '…'}
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

const MOST_SOURCES = 4
const ALL = 'All'

function SourcesPanel({ figures, overview, visits }: KnownProps & { visits: number | null }) {
  const { sources, totalSignups } = figures
  const visitsOf = (name: string) => overview?.visits.find(({ source }) => source === name)?.visits ?? 0
  const named = sources.slice(0, MOST_SOURCES).map(({ name, value }) => ({ name, value, visits: visitsOf(name) }))
  const all = { name: ALL, value: totalSignups, visits: visits ?? 0 }
  const rest = named.reduce(
    (left, { value, visits }) => ({ ...left, value: left.value - value, visits: left.visits - visits }),
    { ...all, name: sources.length > MOST_SOURCES ? 'Others' : 'No source' },
  )
  const rows = [...named, ...(named.length > 0 && rest.value > 0 ? [rest] : []), all]
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
                {name === ALL || name === rest.name ? (
                  name
                ) : (
                  <button
                    type="button"
                    className="person"
                    onClick={() => goTo({ ...noFilters(), view: 'figures', source: name })}
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
