import { useInfiniteQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { EndpointDelivery } from '#shared/programs/webhooks.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { endpointLogQuery } from './queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Problem } from '../../../ui/form.tsx'

const DAY_MS = 24 * 60 * 60_000

/** The deliveries to an endpoint in the last 30 days, with its answers. */
export function EndpointLog({ id }: { id: string }) {
  const log = useInfiniteQuery(endpointLogQuery(id))
  const { run, problem, busy: isBusy } = useAction(ROUTES.redeliver, { refresh: ['programs'] })
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries)

  return (
    <div className="endpoint-part">
      {!deliveries && log.isError && <p className="text-muted">The log couldn’t be loaded.</p>}
      {deliveries?.length === 0 && <p className="text-muted">Nothing sent yet.</p>}
      <ul className="hook-log">
        {deliveries?.map((delivery) => (
          <Line
            key={delivery.id}
            delivery={delivery}
            isBusy={isBusy}
            onAgain={() => void run({ id, delivery: delivery.id })}
          />
        ))}
      </ul>
      <Problem>{problem?.message ?? null}</Problem>
      <div className="account-buttons">
        {log.hasNextPage && (
          <Button disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Earlier
          </Button>
        )}
        {deliveries && deliveries.length > 0 && (
          <SendDayAgain isBusy={isBusy} onConfirm={() => void run({ id, ...lastDay() })} />
        )}
      </div>
    </div>
  )
}

function lastDay(): { from: string; to: string } {
  const to = new Date()
  const from = new Date(to.getTime() - DAY_MS)
  return { from: from.toISOString(), to: to.toISOString() }
}

function SendDayAgain({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
  return (
    <Confirm
      label="Send the last day again"
      disabled={isBusy}
      title="Resend all events of the last day?"
      consequence="Each keeps its ID, so your app can tell which ones it already has. Queued events are left out."
      onConfirm={onConfirm}
    />
  )
}

type LineProps = { delivery: EndpointDelivery; isBusy: boolean; onAgain: () => void }

function Line({ delivery, isBusy, onAgain }: LineProps) {
  const { type, state, status, answer, attempts, created_at, is_redelivery } = delivery
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <code>{type}</code>
          {is_redelivery && <span className="text-small text-muted"> again</span>}{' '}
          <span className="text-small text-muted">
            <Moment date={created_at} />
          </span>
        </p>
        <p className={`text-small wrap-anywhere ${state === 'done' ? 'text-muted' : 'text-danger'}`}>
          <Outcome delivery={delivery} />
        </p>
        {attempts > 0 && answer !== null && (
          <details className="text-small">
            <summary>{status === null ? 'Why' : `Answer ${status}`}</summary>
            <pre className="hook-answer">{answer}</pre>
          </details>
        )}
      </div>
      {state !== 'waiting' && (
        <Button busy={isBusy} onClick={onAgain} aria-label={`Send again: ${type}`}>
          Send again
        </Button>
      )}
    </li>
  )
}

function Outcome({ delivery: { state, attempts, status, due_at } }: { delivery: EndpointDelivery }) {
  const next = useOwnerTime(due_at, 'medium')
  if (state === 'done') return <>Delivered{status !== null && `, ${status}`}</>
  if (state === 'failed') return <>Failed after {attempts} attempts</>
  return <>{attempts === 0 ? 'Queued' : `${attempts} of 8 attempts failed. Next attempt at ${next}`}</>
}
