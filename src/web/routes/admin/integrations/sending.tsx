import { several } from '../ui/words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Integration } from '#shared/owner/integrations.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { refreshIntegrations, syncQuery } from '../state/queries.ts'
import { askCatchUp, CHANNEL_WORDS, keptErasures, SERVICE_WORDS, STATE_WORDS, sumOf } from './service.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { notify } from '../../../ui/notify.ts'
import type { SyncResult, SyncState } from '#shared/site/by-hand.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { agoOf, useNow } from '../../../ui/time.tsx'
import { SyncIcon } from '../../../ui/tool-icons.tsx'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/form.tsx'

const COLUMNS = {
  waiting: 'Sending',
  done_today: 'Sent today',
  failed: STATE_WORDS.failed,
  kept: STATE_WORDS.kept,
} as const
type Column = keyof typeof COLUMNS

export function ChannelTable({ name, integration }: { name: string; integration: Integration }) {
  const { is_set_up } = integration
  const channels = integration.channels.filter(({ is_used, waiting }) => is_used || waiting > 0)
  const isShown = (column: Column) => (column === 'kept' ? !is_set_up || sumOf(integration, 'kept') > 0 : is_set_up)
  const columns = (Object.keys(COLUMNS) as Column[]).filter(isShown)
  if (channels.length === 0) return null
  return (
    <table className="channels">
      <caption className="sr-only">{name} in figures</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">What</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {COLUMNS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {channels.map((state) => (
          <tr key={state.channel}>
            <th scope="row">{CHANNEL_WORDS[state.channel].many}</th>
            {columns.map((column) => (
              <td
                key={column}
                data-label={COLUMNS[column]}
                data-none={state[column] === 0 || undefined}
                data-trouble={(column === 'failed' && state.failed > 0) || undefined}
              >
                <span>
                  {grouped(state[column])}
                  {column === 'kept' && state.kept_friends > state.kept && (
                    <span className="channel-more">about {grouped(state.kept_friends)} friends</span>
                  )}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const WORDS = {
  all: { window: 'This hour', what: 'in all' },
  domain: { window: 'This hour', what: 'to one domain' },
  recipient: { window: 'Today', what: 'to one person' },
} as const

export function MailBudgets({ budgets }: Pick<Integration, 'budgets'>) {
  if (budgets.length === 0) return null
  const delayed = budgets.reduce((sum, budget) => sum + budget.delayed, 0)
  return (
    <div className="text-small text-muted">
      <p>
        {budgets
          .map(({ scope, sent, most }) => {
            const { window, what } = WORDS[scope]
            return `${window}: ${grouped(sent)} of ${grouped(most)} ${what}.`
          })
          .join(' ')}{' '}
        Emails to unconfirmed people use at most half of each limit.
      </p>
      {delayed > 0 && <p className="text-ink">{several(delayed, 'email')} postponed to a later hour or day.</p>}
    </div>
  )
}

export function CatchUp({ integration }: { integration: Integration }) {
  const { service, is_catching_up } = integration
  const client = useQueryClient()
  const kept = sumOf(integration, 'kept')
  const erased = keptErasures(integration)
  const words = askCatchUp(service, { brought: kept - erased, erased })

  async function send() {
    try {
      const { queued } = await call(ROUTES.catchUp, { service })
      void notify(`catch-up ${service}`, {
        title: 'Sending',
        description: `${grouped(queued)} are on their way.`,
      })
    } catch (error) {
      notifyFailure(`catch-up ${service}`, 'The queued items couldn’t be sent.', error)
    }
    await refreshIntegrations(client)
  }

  if (is_catching_up) return <p className="text-control font-medium">Sending: {grouped(kept)} left.</p>
  if (kept === 0) return null
  return (
    <Confirm
      label={words.button}
      kind="primary"
      title={words.title}
      consequence={words.consequence}
      onConfirm={() => send()}
    />
  )
}

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
