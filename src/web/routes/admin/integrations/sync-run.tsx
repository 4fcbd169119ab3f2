import { useQuery } from '@tanstack/react-query'
import type { SyncState } from '#shared/by-hand.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { agoOf } from '../ui/ago.ts'
import { SyncIcon } from '../ui/icons.tsx'
import { useNow } from '../state/use-now.ts'
import { syncQuery } from './queries.ts'

/** The progress or the last result of syncing everybody to Beehiiv. There is one run at a time, whoever started it. */
export function SyncRun({ syncing, isPaused }: { syncing: Syncing; isPaused: boolean }) {
  const { data } = useQuery(syncQuery)
  const run = data?.run ?? null
  const isRunning = syncing.syncing || run?.result === null
  return (
    <>
      <button
        type="button"
        aria-disabled={isRunning}
        onClick={() => !isRunning && void syncing.sync()}
        className={buttonStyle('quiet', 'tool-button')}
      >
        <SyncIcon />
        {isRunning ? 'Syncing...' : 'Sync to Beehiiv'}
      </button>
      {run && <Run run={run} isPaused={isPaused} />}
    </>
  )
}

type RunProps = { run: NonNullable<SyncState['run']>; isPaused: boolean }

function Run({ run: { started_at, done, total, result }, isPaused }: RunProps) {
  const now = useNow()
  if (!result) {
    return (
      <span className="sync-progress">
        <progress className="export-progress" aria-label="Sync" max={total || 1} value={done} />
        {`${grouped(done)} of ${grouped(total)}${isPaused ? ', waiting for Beehiiv' : ''}`}
      </span>
    )
  }
  return (
    <span className="text-small text-muted">
      {result.error
        ? `The last sync ended early: ${result.error.message}`
        : `Last synced ${agoOf(started_at, now)} ago: ${grouped(result.synced)} synced, ${grouped(result.errors)} ${result.errors === 1 ? 'error' : 'errors'}.`}
    </span>
  )
}
