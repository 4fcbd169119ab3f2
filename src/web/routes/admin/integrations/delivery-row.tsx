import type { DeliveryRow as Row } from '#shared/owner/deliveries.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Email } from '../../../ui/email.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { CHANNEL_WORDS } from './words.ts'
import { Button } from '../../../ui/button.tsx'

type DeliveryRowProps = {
  row: Row
  onRetry?: (() => void) | undefined
  /** Dismisses the delivery, or puts it back. */
  onDismiss?: (() => void) | undefined
  isDismissed: boolean
  onRead?: (() => void) | undefined
}

/** One delivery: its person, the time of its last change, the reason why it is unfinished, and its actions. */
export function DeliveryRow({ row, ...actions }: DeliveryRowProps) {
  const { channel, email, reason, friends, changed_at } = row
  const whom = email || 'someone deleted since'
  return (
    <li className="delivery">
      <p className="delivery-whom">{email ? <Email email={email} /> : whom}</p>
      <p className="delivery-about">
        {CHANNEL_WORDS[channel].one}, {friends !== null && friends > 1 && `about ${grouped(friends)} friends, `}
        <Moment date={changed_at} />
      </p>
      {reason && <p className="delivery-reason">{reason}</p>}
      <Actions whom={whom} {...actions} />
    </li>
  )
}

type ActionsProps = Omit<DeliveryRowProps, 'row'> & { whom: string }

function Actions({ whom, onRetry, onDismiss, isDismissed, onRead }: ActionsProps) {
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
