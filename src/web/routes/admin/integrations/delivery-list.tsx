import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Integration, Service } from '#shared/owner/integrations.ts'
import type {
  DeliveriesQuery,
  DeliveryRow as Row,
  DismissRequest,
  MailQuery,
  RetryRequest,
} from '#shared/owner/deliveries.ts'
import { dismiss, retry } from '../../../api/admin/integrations.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { notify } from '../../../ui/notify.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { MailPreview } from './mail-preview.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { deliveriesQuery, refreshIntegrations } from './queries.ts'
import { sumOf } from './standing.ts'
import { STATE_WORDS } from './words.ts'
import { ShowMore } from '../ui/show-more.tsx'

type DeliveryListProps = { integration: Integration; state: DeliveriesQuery['state'] }

const NOTES = {
  failed: 'These are not tried again by themselves. Correct the named fault, then retry.',
  retrying: 'These go out by themselves, after pauses that grow from a minute to a day.',
  kept: 'These came while it was not set up.',
  dismissed: 'You have dismissed these: they do not count, and are not tried again.',
}

/** The unfinished deliveries of a service, newest first, each with its actions. */
export function DeliveryList({ integration, state }: DeliveryListProps) {
  const { service } = integration
  const paged = useInfiniteQuery(deliveriesQuery({ service, state }))
  const { data, isPending } = paged
  const { heading, acts } = useDeliveryActs(service)
  const [mail, setMail] = useState<MailQuery | null>(null)
  const rows = data?.pages.flatMap((page) => page.deliveries) ?? []

  return (
    <div className="deliveries">
      <div className="panel-head">
        <div>
          <h4 ref={heading} tabIndex={-1}>
            {STATE_WORDS[state]}
          </h4>
          <p className="text-small text-muted">{NOTES[state]}</p>
        </div>
        {isGivenUp(state) && rows.length > 1 && <ForAll integration={integration} state={state} acts={acts} />}
      </div>
      {rows.length === 0 ? (
        <p className="empty">{isPending ? 'Loading data...' : 'There are none.'}</p>
      ) : (
        <Rows {...{ integration, state, acts, rows }} onRead={setMail} />
      )}
      <ShowMore of={paged} />
      <MailPreview mail={mail} onClose={() => setMail(null)} />
    </div>
  )
}

function isGivenUp(state: DeliveriesQuery['state']): boolean {
  return state === 'failed' || state === 'dismissed'
}

type DeliveryActs = ReturnType<typeof useDeliveryActs>['acts']

/** The owner's acts on deliveries. After each, the focus moves to the `heading`. */
function useDeliveryActs(service: Service) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)

  async function change(ask: () => Promise<string>, title: string) {
    try {
      void notify(`deliveries ${service}`, { title, description: await ask() })
    } catch (error) {
      notifyFailure(`deliveries ${service}`, 'The server could not be asked for that.', error)
    }
    await refreshIntegrations(client)
    // The pressed button is gone, so the focus moves on.
    heading.current?.focus({ preventScroll: true })
  }

  function tryAgain(which: RetryRequest) {
    return change(async () => {
      const queued = await retry(which)
      return queued === 1 ? 'It goes out again.' : `${grouped(queued)} go out again.`
    }, 'Retrying')
  }

  function putAside(which: DismissRequest) {
    const to = which.undo ? STATE_WORDS.failed : STATE_WORDS.dismissed
    return change(async () => {
      const changed = await dismiss(which)
      return `${grouped(changed)} ${changed === 1 ? 'is' : 'are'} now under '${to}'.`
    }, to)
  }

  return { heading, acts: { tryAgain, putAside } }
}

type ForAllProps = DeliveryListProps & { acts: DeliveryActs }

function ForAll({ integration, state, acts }: ForAllProps) {
  const { service, is_set_up } = integration
  const isDismissed = state === 'dismissed'
  const sum = grouped(sumOf(integration, state))
  return (
    <div className="ledger-actions">
      {state === 'failed' && is_set_up && (
        <button
          type="button"
          onClick={() => acts.tryAgain({ service })}
          className={buttonStyle('primary', 'tool-button')}
        >
          Retry all {sum}
        </button>
      )}
      <button
        type="button"
        onClick={() => acts.putAside({ service, undo: isDismissed })}
        className={buttonStyle('quiet', 'tool-button')}
      >
        {isDismissed ? 'Put back' : 'Dismiss'} all {sum}
      </button>
    </div>
  )
}

type RowsProps = ForAllProps & { rows: Row[]; onRead: (mail: MailQuery) => void }

function Rows({ integration: { service, is_set_up }, state, acts, rows, onRead }: RowsProps) {
  const isDismissed = state === 'dismissed'
  const canChange = isGivenUp(state)
  return (
    <ul>
      {rows.map((row) => (
        <DeliveryRow
          key={`${row.channel} ${row.entry_id} ${row.friend_id}`}
          row={row}
          onRetry={canChange && is_set_up ? () => acts.tryAgain(keyOf(row)) : undefined}
          onDismiss={canChange ? () => acts.putAside({ ...keyOf(row), undo: isDismissed }) : undefined}
          isDismissed={isDismissed}
          onRead={service === 'mail' ? () => onRead(mailOf(row)) : undefined}
        />
      ))}
    </ul>
  )
}

function keyOf({ channel, entry_id, friend_id }: Row) {
  return { channel, entry_id, friend_id }
}

function mailOf({ channel, entry_id, friend_id }: Row): MailQuery {
  return { channel: channel as MailQuery['channel'], entry_id, ...(friend_id !== null && { friend_id }) }
}
