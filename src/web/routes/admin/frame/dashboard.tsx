import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { watchActivity } from '../../../api/activity.ts'
import { useSync } from '../../../sync/use-sync.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import { ChartPatterns } from '../charts/chart-patterns.tsx'
import { ChartTooltip } from '../charts/chart-tooltip.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { FilterCard } from '../filters/filter-card.tsx'
import { FilteredBy } from '../filters/filtered-by.tsx'
import { Hints } from '../ui/hinted-text.tsx'
import { Navigation } from './navigation.tsx'
import { OwnerZone } from '../ui/owner-time.ts'
import { paced, REFRESH_MS } from '../state/paced.ts'
import { ProfileDialog } from '../profile/profile-dialog.tsx'
import { useProfile } from '../profile/use-profile.ts'
import { QuickStatistics } from '../figures/quick-statistics.tsx'
import { RangeBar } from '../filters/range-bar.tsx'
import { sectionOf } from './sections.tsx'
import { StatCards } from '../figures/stat-cards.tsx'
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
  const live = useLive(useMemo(() => paced(() => client.invalidateQueries({ predicate: isLive }), REFRESH_MS), [client]))
  const openProfile = useProfile(changeView)
  const syncing = useSync({ follows: true })
  useEffect(watchActivity, [])
  const { Page } = sectionOf(view)

  return (
    <OwnerZone value={loaded?.figures.period.time_zone}>
      <div className="dashboard" aria-busy={isPending}>
        <ChartPatterns />
        <DashboardHeader live={live} isStale={isStale} syncing={syncing} onSignedOut={onSignedOut} />
        <Navigation view={view} onChange={changeView} />
        {Page ? (
          <Page view={view} syncing={syncing} onChange={changeView} onOpen={openProfile} />
        ) : loaded ? (
          <>
            <RangeBar view={view} period={loaded.figures.period} onChange={changeView} />
            <FilteredBy view={view} onChange={changeView} />
            <StatCards loaded={loaded} />
            <div className="dashboard-body">
              <div className="dashboard-side">
                <FilterCard view={view} onChange={changeView} />
                <QuickStatistics loaded={loaded} />
              </div>
              <DashboardTabs view={view} filters={filters} loaded={loaded} onChange={changeView} onOpen={openProfile} />
            </div>
          </>
        ) : (
          <ChairNote>Loading data...</ChairNote>
        )}
        <ProfileDialog id={view.entry} onOpen={openProfile} />
        <ChartTooltip />
        <Hints />
      </div>
    </OwnerZone>
  )
}

/** Live events refresh every query, except for those that ask too much of the server. */
function isLive({ meta }: Query): boolean {
  return meta?.isLive !== false
}
