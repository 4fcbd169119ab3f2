import { several } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import type { SyncResult, SyncState } from '#shared/site/by-hand.ts'
import type { Integration } from '#shared/owner/integrations.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { grouped } from '../../../ui/grouped.ts'
import { agoOf, useNow } from '../../../ui/time.tsx'
import { SyncIcon } from '../../../ui/tool-icons.tsx'
import { syncQuery } from '../state/queries.ts'
import { ROUTES } from '#shared/routes.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'
import { sumOf } from './standing.tsx'
import { SERVICE_WORDS } from './words.ts'

/** All accounts share one run at a time. */
export function SyncRun({ syncing, integration }: { syncing: Syncing; integration: Integration }) {
  const { data } = useQuery(syncQuery)
  const run = data?.run ?? null
  const isRunning = syncing.syncing || run?.result === null
  return (
    <>
      <Button busy={isRunning} onClick={() => !isRunning && void syncing.sync()}>
        <SyncIcon />
        {isRunning ? 'Syncing...' : 'Sync to Beehiiv'}
      </Button>
      {run && <Run run={run} integration={integration} />}
    </>
  )
}

/** For services that the outbox brings up to date by itself. */
export function SyncAll({ integration }: { integration: Integration }) {
  const { service, is_catching_up } = integration
  const { name } = SERVICE_WORDS[service]
  const { busy, problem, run } = useAction(ROUTES.catchUp, {
    refresh: ['integrations'],
    done: ({ queued }) => `${grouped(queued)} people are on their way to ${name}.`,
  })
  const left = sumOf(integration, 'waiting')
  const isRunning = is_catching_up || left > 0
  return (
    <>
      <Button
        kind={integration.channels.some((one) => one.is_used) ? undefined : 'primary'}
        busy={busy || is_catching_up}
        busyLabel="Syncing…"
        onClick={() => run({ service })}
      >
        <SyncIcon />
        Sync to {name}
      </Button>
      {isRunning && <span className="text-small text-muted">{grouped(left)} left</span>}
      <Problem>{problem?.message}</Problem>
    </>
  )
}

function Run({ run, integration }: { run: NonNullable<SyncState['run']>; integration: Integration }) {
  const { done, total, result } = run
  const now = useNow()
  if (!result) {
    return (
      <span className="sync-progress">
        <progress className="export-progress" aria-label="Sync" max={total || 1} value={done} />
        {`${grouped(done)} of ${grouped(total)}${integration.paused_until ? ', paused by Beehiiv' : ''}`}
      </span>
    )
  }
  return (
    <span className="text-small text-muted">
      {result.error
        ? describeEnd(run, { now, reason: result.error.message, integration })
        : describeResult(run, result, now)}
    </span>
  )
}

type Ended = NonNullable<SyncState['run']>

function describeResult({ started_at }: Ended, { synced, errors }: SyncResult, now: number): string {
  const failed = `${several(errors, 'error')}`
  return `Last synced ${agoOf(started_at, now)} ago: ${grouped(synced)} synced, ${failed}.`
}

type Ending = { now: number; reason: string; integration: Integration }

function describeEnd({ started_at, done, total }: Ended, { now, reason, integration }: Ending): string {
  const ended = `The last sync, ${agoOf(started_at, now)} ago, ended early at ${grouped(done)} of ${grouped(total)}`
  const { paused_until, problems } = integration
  if (paused_until || problems.includes(reason)) return `${ended}: ${reason}`
  return `${ended}. Beehiiv works again: sync once more for the rest.`
}
