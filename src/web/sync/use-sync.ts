import { useCallback, useEffect, useRef, useState } from 'react'
import { type Notice, notify } from '../ui/notify.ts'
import { findSync, followSync, type SyncOutcome, syncToBeehiiv } from './sync-to-beehiiv.ts'

export type Syncing = { syncing: boolean; sync: () => Promise<void> }

/** A request during a sync does nothing. `follows`: also waits for one that was already in progress. */
export function useSync({ follows = false } = {}): Syncing {
  const [syncing, setSyncing] = useState(false)
  const running = useRef(false)

  const run = useCallback(async (work: () => Promise<SyncOutcome>) => {
    if (running.current) return
    running.current = true
    setSyncing(true)
    await report(await work())
    running.current = false
    setSyncing(false)
  }, [])

  useEffect(() => {
    if (follows) void findSync().then((runId) => (runId ? run(() => followSync(runId)) : undefined))
  }, [follows, run])

  return {
    syncing,
    sync: () =>
      run(async () => {
        await notify('sync', {
          title: 'Syncing waitlist to Beehiiv',
          description: 'Please wait while we sync your waitlist entries...',
        })
        return syncToBeehiiv()
      }),
  }
}

async function report(outcome: SyncOutcome) {
  if (outcome === 'unexpected') {
    return notify('sync', {
      title: 'Unexpected Response',
      description: 'The sync function returned an unexpected response. Please check the logs.',
      tone: 'destructive',
    })
  }
  if ('failed' in outcome) {
    return notify('sync', {
      title: 'Sync Failed',
      description: `Error: ${outcome.failed || 'Unknown error'}`,
      tone: 'destructive',
    })
  }
  const { success, synced, errors, details } = outcome.result
  const complete: Notice = {
    title: 'Sync Complete',
    description: `${synced} entries synced to Beehiiv with ${errors} errors.`,
    tone: success ? 'plain' : 'destructive',
  }
  if (!details?.length) return notify('sync', complete)
  console.error('What Beehiiv did not take:', details)
  await notify('sync', complete, {
    title: 'Sync Details',
    description: 'Check console for detailed error information',
  })
}
