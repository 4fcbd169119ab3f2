import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  DeliveriesQuery,
  DeliveryRow as Row,
  DismissRequest,
  MailQuery,
  RetryRequest,
} from '#shared/owner/deliveries.ts'
import type { Integration, Service } from '#shared/owner/integrations.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { MailPreview } from './mail-preview.tsx'
import { deliveriesQuery, refreshIntegrations } from '../state/queries.ts'
import { CHANNEL_WORDS, STATE_WORDS, sumOf } from './service.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { ShowMore } from '../ui/section-head.tsx'
import { Button } from '../../../ui/button.tsx'
import { Email } from '../../../ui/text.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { notify } from '../../../ui/notify.ts'
import { Empty, notLoaded } from '../../../ui/panel.tsx'

type DeliveryListProps = { integration: Integration; state: DeliveriesQuery['state'] }

const NOTES = {
  failed: 'We’ve stopped trying. Fix the problem, then retry.',
  retrying: 'We’ll keep trying, at longer and longer intervals.',
  kept: 'Queued before this was connected.',
  dismissed: 'You dismissed these. They won’t be sent.',
}

export function DeliveryList({ integration, state }: DeliveryListProps) {
  const { service } = integration
  const paged = useInfiniteQuery(deliveriesQuery({ service, state }))
  const { data, isPending, isError } = paged
  const { heading, acts } = useDeliveryActs(service)
  const [mail, setMail] = useState<MailQuery | null>(null)
  const rows = data?.pages.flatMap((page) => page.deliveries) ?? []

  return (
    <div className="deliveries grid gap-3 pt-4 border-t border-t-line [&_h3]:text-[1.125rem] [&_h3]:[outline-offset:4px]">
      <div className="panel-head">
        <div>
          <h3 ref={heading} tabIndex={-1}>
            {STATE_WORDS[state]}
          </h3>
          <p className="text-small text-muted">{NOTES[state]}</p>
        </div>
        {isGivenUp(state) && rows.length > 1 && <ForAll integration={integration} state={state} acts={acts} />}
      </div>
      {rows.length === 0 ? (
        <Empty isSmall>{isPending ? 'Loading data...' : isError ? notLoaded('These') : 'None.'}</Empty>
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

/** After each, the focus moves to the `heading`. */
function useDeliveryActs(service: Service) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)

  async function change(ask: () => Promise<string>, title: string) {
    try {
      void notify(`deliveries ${service}`, { title, description: await ask() })
    } catch (error) {
      notifyFailure(`deliveries ${service}`, 'That didn’t work.', error)
    }
    await refreshIntegrations(client)
    // The pressed button is gone, so the focus moves on.
    heading.current?.focus({ preventScroll: true })
  }

  function tryAgain(which: RetryRequest) {
    return change(async () => {
      const { queued } = await call(ROUTES.retryDeliveries, which)
      return queued === 1 ? 'It’s on its way.' : `${grouped(queued)} are on their way.`
    }, 'Retrying')
  }

  function putAside(which: DismissRequest) {
    const to = which.undo ? STATE_WORDS.failed : STATE_WORDS.dismissed
    return change(async () => {
      const { changed } = await call(ROUTES.dismissDeliveries, which)
      return `${grouped(changed)} moved to “${to}”.`
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
        <Button kind="primary" onClick={() => acts.tryAgain({ service })}>
          Retry all {sum}
        </Button>
      )}
      <Button onClick={() => acts.putAside({ service, undo: isDismissed })}>
        {isDismissed ? 'Put back' : 'Dismiss'} all {sum}
      </Button>
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

type DeliveryRowProps = {
  row: Row
  onRetry?: (() => void) | undefined
  onDismiss?: (() => void) | undefined
  isDismissed: boolean
  onRead?: (() => void) | undefined
}

function DeliveryRow({ row, ...actions }: DeliveryRowProps) {
  const { channel, email, reason, friends, changed_at } = row
  const whom = email || 'someone deleted since'
  return (
    <li className="delivery">
      <p className="font-semibold">{email ? <Email email={email} /> : whom}</p>
      <p className="text-muted text-small">
        {CHANNEL_WORDS[channel].one}, {friends !== null && friends > 1 && `about ${grouped(friends)} friends, `}
        <Moment date={changed_at} />
      </p>
      {reason && <p className="text-control whitespace-pre-line">{reason}</p>}
      <Actions whom={whom} {...actions} />
    </li>
  )
}

function Actions({ whom, onRetry, onDismiss, isDismissed, onRead }: Omit<DeliveryRowProps, 'row'> & { whom: string }) {
  return (
    <div className="delivery-actions">
      {onRead && (
        <Button kind="bare" aria-label={`Read the email to ${whom}`} onClick={onRead}>
          Read
        </Button>
      )}
      {onRetry && (
        <Button aria-label={`Retry ${whom}`} onClick={onRetry}>
          Retry
        </Button>
      )}
      {onDismiss && (
        <Button kind="bare" aria-label={isDismissed ? `Put back ${whom}` : `Dismiss ${whom}`} onClick={onDismiss}>
          {isDismissed ? 'Put back' : 'Dismiss'}
        </Button>
      )}
    </div>
  )
}
