import type { Syncing } from '../../../sync/use-sync.ts'
import { Button } from '../../../ui/button.tsx'
import { SyncIcon } from '../../../ui/tool-icons.tsx'
import { useHasUnsynced } from '../integrations/use-has-unsynced.ts'
import { useMay } from '../session/use-account.ts'

/** The title of the figures, and the button that syncs the list. */
export function FiguresHead({ syncing: { syncing, sync } }: { syncing: Syncing }) {
  const maySync = useMay('manager')
  const hasUnsynced = useHasUnsynced({ enabled: maySync })
  const isLoud = hasUnsynced || syncing
  return (
    <div className="dashboard-head flex flex-wrap items-center justify-between gap-x-4 print:hidden">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <h2 className="text-title">Waitlist Dashboard</h2>
        <p className="text-small text-muted max-tablet:text-tiny">
          Track and analyze customer waitlist sign-ups and preferences
        </p>
      </div>
      <Button
        kind={isLoud ? 'primary' : 'quiet'}
        className="phone-icon"
        disabled={syncing || !maySync}
        onClick={sync}
        data-loud={isLoud || undefined}
      >
        <SyncIcon />
        <span className="phone-label">{syncing ? 'Syncing...' : 'Sync to Beehiiv'}</span>
      </Button>
    </div>
  )
}
