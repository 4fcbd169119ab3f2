import { useInfiniteQuery } from '@tanstack/react-query'
import type { EndpointDelivery } from '#shared/programs/webhooks.ts'
import { redeliver } from '../../../api/admin/endpoints.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { useChange } from '../accounts/use-change.ts'
import { useNow } from '../state/use-now.ts'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { useOwnerTime } from '../ui/owner-time.ts'
import { Question } from '../ui/question.tsx'
import { endpointLogQuery } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** The deliveries to an endpoint in the last 30 days, with its answers. */
export function EndpointLog({ id }: { id: string }) {
  const log = useInfiniteQuery(endpointLogQuery(id))
  const { change, problem, isBusy } = useChange()
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries)

  return (
    <div className="endpoint-part">
      {deliveries?.length === 0 && <p className="text-muted">Nothing was sent yet.</p>}
      <ul className="hook-log">
        {deliveries?.map((delivery) => (
          <Line
            key={delivery.id}
            delivery={delivery}
            isBusy={isBusy}
            onAgain={() => void change(() => redeliver(id, { delivery: delivery.id }))}
          />
        ))}
      </ul>
      <p role="alert" className="text-small text-danger empty:hidden">
        {problem}
      </p>
      <div className="account-buttons">
        {log.hasNextPage && (
          <button
            type="button"
            disabled={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
            className={buttonStyle('quiet', 'tool-button')}
          >
            Earlier
          </button>
        )}
        {deliveries && deliveries.length > 0 && (
          <SendDayAgain isBusy={isBusy} onConfirm={() => void change(() => redeliver(id, lastDay()))} />
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
    <Question
      label="Send the last day again"
      tone="quiet"
      disabled={isBusy}
      title="Send all events of the last day again?"
      consequence="Each is sent once more with its own id, so that your program can tell which it has already. Events that still wait are left out."
      onConfirm={onConfirm}
    />
  )
}

type LineProps = { delivery: EndpointDelivery; isBusy: boolean; onAgain: () => void }

function Line({ delivery, isBusy, onAgain }: LineProps) {
  const { type, state, status, answer, attempts, created_at, is_redelivery } = delivery
  const now = useNow()
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <code>{type}</code>
          {is_redelivery && <span className="text-small text-muted"> again</span>}{' '}
          <span className="text-small text-muted">
            <SubmittedTime date={created_at} now={now} />
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
        <button
          type="button"
          disabled={isBusy}
          onClick={onAgain}
          aria-label={`Send again: ${type}`}
          className={buttonStyle('quiet', 'tool-button')}
        >
          Send again
        </button>
      )}
    </li>
  )
}

function Outcome({ delivery: { state, attempts, status, due_at } }: { delivery: EndpointDelivery }) {
  const next = useOwnerTime(due_at, 'medium')
  if (state === 'done') return `Delivered${status === null ? '' : `, ${status}`}`
  if (state === 'failed') return `Given up after ${attempts} attempts`
  return attempts === 0 ? 'Waits for its turn' : `${attempts} of 8 attempts failed, the next is at ${next}`
}
