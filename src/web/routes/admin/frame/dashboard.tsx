import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { site } from '#shared/site/site.ts'
import { watchActivity } from '../../../calls/activity.ts'
import { PasskeyOffer } from './passkey-offer.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { ChartPatterns, ChartTooltip } from '../charts/chart-tooltip.tsx'
import { FrameBar } from './frame-bar.tsx'
import { ListView } from './list-view.tsx'
import { leadTo, pageOf, useSections } from './sections.tsx'
import { TroubleMark, useTroubles } from '../integrations/use-troubles.tsx'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { useAccount, useMay } from '../state/use-account.tsx'
import { useFigures } from '../state/use-figures.ts'
import { paced, REFRESH_MS } from '../state/paced.ts'
import { useIsStale, useLive } from '../state/use-live.ts'
import { useCanonicalAddress, useView, goTo } from '../state/use-view.ts'
import { ViewLink } from '../state/view-link.tsx'
import { type View, filtersOf } from '../state/view.ts'
import { useSync } from '../../../sync/use-sync.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Hints } from '../../../ui/hint.tsx'
import { OwnerZone, useOwnerTime } from '../../../ui/owner-time.ts'
import { Empty } from '../../../ui/query-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { useNow } from '../../../ui/use-now.ts'

const OFFERED_AT: string[] = ['overview', 'settings', 'settings/checklist']

export function Dashboard({ onSignedOut }: { onSignedOut: () => void }) {
  const view = useView()
  useCanonicalAddress(view)
  const filters = useMemo(() => filtersOf(view), [view])
  const { loaded, isPending } = useFigures(filters)
  const isStale = useIsStale()
  const client = useQueryClient()
  const live = useLive(
    useMemo(() => paced(() => client.invalidateQueries({ predicate: isLive }), REFRESH_MS), [client]),
  )
  const syncing = useSync({ follows: true })
  useEffect(watchActivity, [])
  const { Page, role = 'reader' } = pageOf(view)
  const account = useAccount()
  const mayOpen = useMay(role)
  const props = { view, syncing }

  const page = !mayOpen ? (
    <Empty>{account === null ? 'Loading data...' : 'Your account may not open this page.'}</Empty>
  ) : Page ? (
    <Page {...props} />
  ) : loaded ? (
    <ListView {...props} filters={filters} loaded={loaded} />
  ) : (
    <Empty>Loading data...</Empty>
  )

  const title = `${site().brand.name} waitlist, ${useOwnerTime(new Date(useNow()).toISOString(), 'medium')}`
  useEffect(() => {
    const before = document.title
    const show = (title: string) => () => void (document.title = title)
    const listeners = { beforeprint: show(title), afterprint: show(before) }
    for (const [event, listen] of Object.entries(listeners)) addEventListener(event, listen)
    return () => {
      for (const [event, listen] of Object.entries(listeners)) removeEventListener(event, listen)
    }
  }, [title])
  return (
    <OwnerZone value={loaded?.figures.period.time_zone}>
      <div className="dashboard flex grow flex-col" aria-busy={isPending}>
        <ChartPatterns />
        <p className="print-title hidden">{title}</p>
        <FrameBar view={view} live={live} isStale={isStale} onSignedOut={onSignedOut} />
        <div id="page" tabIndex={-1} className="dashboard-page">
          {account && OFFERED_AT.includes(view.view) && <PasskeyOffer account={account} />}
          {view.view.startsWith('settings') && view.view !== 'settings/start' ? (
            <SettingsPages view={view}>{page}</SettingsPages>
          ) : (
            page
          )}
        </div>
        <ProfileDialog id={view.entry} isPanel={view.view !== 'figures'} />
        <ChartTooltip />
        <Hints />
        <ProofDialog />
      </div>
    </OwnerZone>
  )
}

/** Not those that are expensive, and not those that fetch one more page: the press on 'Show More' would be lost. */
function isLive({ meta, state: { fetchStatus, fetchMeta } }: Query): boolean {
  return meta?.isLive !== false && !(fetchStatus === 'fetching' && fetchMeta?.fetchMore)
}

function SettingsPages({ view, children }: { view: View; children: ReactNode }) {
  const all = useSections().find(({ label }) => label === 'Settings')?.pages ?? []
  const pages = all.filter(({ label }) => label)
  const troubles = useTroubles()
  return (
    <div className="grid items-start gap-x-8 gap-y-2 desktop:grid-cols-[11rem_minmax(0,1fr)]">
      <nav
        aria-label="Settings"
        className="sticky top-[calc(var(--header-height)+0.75rem)] grid gap-1 max-desktop:hidden print:hidden"
      >
        {pages.map((page) => (
          <ViewLink
            key={page.view}
            to={leadTo(page)}
            current={page.view === view.view}

            className={buttonClass(
              'segment',
              'not-aria-[current]:not-hover:border-transparent aria-[current]:bg-chosen aria-[current]:border-ink',
            )}
          >
            {page.label}
            {page.trouble && troubles[page.trouble] && <TroubleMark />}
          </ViewLink>
        ))}
      </nav>
      <Select
        label="Page of the settings"
        hidesLabel
        options={pages.map((page) => ({
          value: page.view,
          label: page.trouble && troubles[page.trouble] ? `${page.label} (needs you)` : page.label!,
        }))}
        value={view.view}
        onValueChange={(to) => goTo(leadTo({ view: to }))}
        className="max-w-sm desktop:hidden print:hidden"
      />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
