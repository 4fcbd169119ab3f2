import { useSync } from '../../sync/use-sync.ts'
import { buttonStyle } from '../../ui/button.ts'

/** The server enforces access. */
export function SyncButton() {
  const { syncing, sync } = useSync()
  return (
    <button type="button" disabled={syncing} onClick={sync} className={buttonStyle('quiet', 'mt-4')}>
      {syncing ? 'Syncing to Beehiiv...' : 'Sync to Beehiiv'}
    </button>
  )
}
