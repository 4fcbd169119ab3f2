import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { watchActivity } from '../../../api/admin/activity.ts'
import { useSync } from '../../../sync/use-sync.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { ChartPatterns } from '../charts/chart-patterns.tsx'
import { ChartTooltip } from '../charts/chart-tooltip.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { Hints } from '../ui/hinted-text.tsx'
import { Keyboard } from './keyboard.tsx'
import { ListView } from './list-view.tsx'
import { Navigation } from './navigation.tsx'
import { PrintTitle } from './print-title.tsx'
import { OwnerZone } from '../ui/owner-time.ts'
import { paced, REFRESH_MS } from '../state/paced.ts'
import { useAccount, useMay } from '../session/use-account.ts'
import { PasskeyOffer } from '../accounts/passkey-offer.tsx'
import { ProofDialog } from '../accounts/proof-dialog.tsx'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { sectionOf } from './sections.tsx'
import { useFigures } from '../state/use-figures.ts'
import { useIsStale } from '../state/use-is-stale.ts'
import { useLive } from '../state/use-live.ts'
import { useView } from '../view/use-view.ts'
import { filtersOf } from '../view/view.ts'

/** The list as figures, charts and rows. The address holds the view, and the dashboard updates live. */
export function Dashboard({ onSignedOut }: { onSignedOut: () => void }) {
  const [view, changeView] = useView()
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
  const { Page, role } = sectionOf(view)
  const account = useAccount()
  const mayOpen = useMay(role)

  return (
    <OwnerZone value={loaded?.figures.period.time_zone}>
      <div className="dashboard" data-view={view.view} aria-busy={isPending}>
        <ChartPatterns />
        <PrintTitle />
        <DashboardHeader
          view={view}
          onChange={changeView}
          live={live}
          isStale={isStale}
          syncing={syncing}
          onSignedOut={onSignedOut}
        >
          <Keyboard view={view} onChange={changeView} />
        </DashboardHeader>
        <Navigation view={view} onChange={changeView} />
        {account && view.view !== 'accounts' && <PasskeyOffer account={account} />}
        {!mayOpen ? (
          <ChairNote>{account === null ? 'Loading data...' : 'Your account may not open this page.'}</ChairNote>
        ) : Page ? (
          <Page view={view} syncing={syncing} onChange={changeView} onOpen={openProfile} />
        ) : loaded ? (
          <ListView view={view} filters={filters} loaded={loaded} onChange={changeView} onOpen={openProfile} />
        ) : (
          <ChairNote>Loading data...</ChairNote>
        )}
        <ProfileDialog id={view.entry} onOpen={openProfile} onChange={changeView} />
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
