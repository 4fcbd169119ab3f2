import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { watchActivity } from '../../../calls/activity.ts'
import { useSync } from '../../../sync/use-sync.ts'
import { ChartPatterns } from '../charts/chart-patterns.tsx'
import { ChartTooltip } from '../charts/chart-tooltip.tsx'
import { FrameBar } from './frame-bar.tsx'
import { Hints } from '../../../ui/hint.tsx'
import { ListView } from './list-view.tsx'
import { PrintTitle } from './print-title.tsx'
import { OwnerZone } from '../../../ui/owner-time.ts'
import { paced, REFRESH_MS } from '../state/paced.ts'
import { useAccount, useMay } from '../session/use-account.ts'
import { PasskeyOffer } from '../accounts/passkey-offer.tsx'
import { ProofDialog } from '../accounts/proof-dialog.tsx'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { pageOf } from './sections.tsx'
import { SettingsPages } from './settings-pages.tsx'
import { useFigures } from '../state/use-figures.ts'
import { useIsStale } from '../state/use-is-stale.ts'
import { useLive } from '../state/use-live.ts'
import { useCanonicalAddress, useView } from '../view/use-view.ts'
import { filtersOf } from '../view/view.ts'
import { Empty } from '../../../ui/query-state.tsx'

/** The pages that offer a passkey. */
const OFFERED_AT: string[] = ['overview', 'settings', 'settings/checklist']

/** The frame around every page. The address holds the view, and the dashboard updates live. */
export function Dashboard({ onSignedOut }: { onSignedOut: () => void }) {
  const [view, changeView] = useView()
  useCanonicalAddress(view)
  const filters = useMemo(() => filtersOf(view), [view])
  const { loaded, isPending } = useFigures(filters)
  const isStale = useIsStale()
  const client = useQueryClient()
  const live = useLive(
    useMemo(() => paced(() => client.invalidateQueries({ predicate: isLive }), REFRESH_MS), [client]),
  )
  const openProfile = useProfile(changeView)
  const syncing = useSync({ follows: true })
  useEffect(watchActivity, [])
  const { Page, role = 'reader' } = pageOf(view)
  const account = useAccount()
  const mayOpen = useMay(role)
  const props = { view, syncing, onChange: changeView, onOpen: openProfile }

  const page = !mayOpen ? (
    <Empty>{account === null ? 'Loading data...' : 'Your account may not open this page.'}</Empty>
  ) : Page ? (
    <Page {...props} />
  ) : loaded ? (
    <ListView {...props} filters={filters} loaded={loaded} />
  ) : (
    <Empty>Loading data...</Empty>
  )

  return (
    <OwnerZone value={loaded?.figures.period.time_zone}>
      <div className="dashboard flex grow flex-col" aria-busy={isPending}>
        <ChartPatterns />
        <PrintTitle />
        <FrameBar view={view} onChange={changeView} live={live} isStale={isStale} onSignedOut={onSignedOut} />
        <div id="page" tabIndex={-1} className="dashboard-page">
          {account && OFFERED_AT.includes(view.view) && <PasskeyOffer account={account} />}
          {view.view.startsWith('settings') && view.view !== 'settings/start' ? (
            <SettingsPages view={view} onChange={changeView}>
              {page}
            </SettingsPages>
          ) : (
            page
          )}
        </div>
        <ProfileDialog id={view.entry} isPanel={view.view !== 'figures'} onOpen={openProfile} onChange={changeView} />
        <ChartTooltip />
        <Hints />
        <ProofDialog />
      </div>
    </OwnerZone>
  )
}

/**
 * Live events refresh every query, except queries that are expensive for the server, and queries that are fetching one
 * more page: a refresh would cancel that fetch, and the press on 'Show More' would be lost.
 */
function isLive({ meta, state: { fetchStatus, fetchMeta } }: Query): boolean {
  return meta?.isLive !== false && !(fetchStatus === 'fetching' && fetchMeta?.fetchMore)
}
