import type { DeliveryRow as Row } from '#shared/owner/deliveries.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Email } from '../ui/email.tsx'
import { SubmittedTime } from '../ui/submitted-time.tsx'
import { useNow } from '../state/use-now.ts'
import { CHANNEL_WORDS } from './words.ts'

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
  const now = useNow()
  const whom = email || 'somebody since erased'
  return (
    <li className="delivery">
      <p className="delivery-whom">{email ? <Email email={email} /> : whom}</p>
      <p className="delivery-about">
        {CHANNEL_WORDS[channel].one}, {friends !== null && friends > 1 && `about ${grouped(friends)} friends, `}
        <SubmittedTime date={changed_at} now={now} />
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
        <button
          type="button"
          aria-label={`Read the mail to ${whom}`}
          onClick={onRead}
          className={buttonStyle('bare', 'row-button')}
        >
          Read
        </button>
      )}
      {onRetry && (
        <button
          type="button"
          aria-label={`Retry ${whom}`}
          onClick={onRetry}
          className={buttonStyle('quiet', 'tool-button')}
        >
          Retry
        </button>
      )}
      {onDismiss && (
        <button
          type="button"
          aria-label={isDismissed ? `Put back ${whom}` : `Dismiss ${whom}`}
          onClick={onDismiss}
          className={buttonStyle('bare', 'row-button')}
        >
          {isDismissed ? 'Put back' : 'Dismiss'}
        </button>
      )}
    </div>
  )
}
