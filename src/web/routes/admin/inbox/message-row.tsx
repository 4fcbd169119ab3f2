import { useId, useState } from 'react'
import type { Message } from '#shared/list/messages.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Email } from '../../../ui/email.tsx'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { noFilters, type View, viewPath } from '../view/view.ts'
import { replyLink } from './reply-link.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'

type MessageRowProps = {
  message: Message
  view: View
  onChange: ChangeView
  onMark: (marks: { is_read?: boolean; is_done?: boolean }) => void
}

/** One message. Its first words are shown until it is opened, which marks it as read. */
export function MessageRow({ message, view, onChange, onMark }: MessageRowProps) {
  const { name, email, message: text, created_at, is_read, is_done } = message
  const [isOpen, setOpen] = useState(false)
  const when = useOwnerTime(created_at, 'medium')
  const id = useId()

  function toggle() {
    if (!isOpen && !is_read) onMark({ is_read: true })
    setOpen(!isOpen)
  }

  return (
    <li className="message" data-unread={!is_read || undefined} data-open={isOpen || undefined}>
      <div className="message-head">
        <h3 className="min-w-0">
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={toggle} className="message-toggle">
            <span className="message-dot" aria-hidden="true" />
            <span className="message-name">
              {!is_read && <span className="sr-only">Unread: </span>}
              {name}
            </span>
            {!isOpen && <span className="message-start">{text}</span>}
          </button>
        </h3>
        <p className="message-time">
          <Moment date={created_at} />
        </p>
      </div>
      <div id={id} hidden={!isOpen} className="message-body">
        <Sender email={email} view={view} onChange={onChange} />
        <p className="message-text">{text}</p>
        <Actions isDone={is_done} replyHref={replyLink(message, when)} onMark={onMark} onClose={() => setOpen(false)} />
      </div>
    </li>
  )
}

type SenderProps = { email: string } & Pick<MessageRowProps, 'view' | 'onChange'>

function Sender({ email, view, onChange }: SenderProps) {
  const onList = { ...noFilters(), view: 'people', q: email } as const
  return (
    <p className="message-from">
      <Email email={email} />{' '}
      <ViewLink
        href={viewPath({ ...view, ...onList })}
        onFollow={() => onChange(onList)}
        className={buttonClass('bare')}
      >
        Find in People
      </ViewLink>
    </p>
  )
}

type ActionsProps = {
  isDone: boolean
  replyHref: string
  onMark: MessageRowProps['onMark']
  onClose: () => void
}

function Actions({ isDone, replyHref, onMark, onClose }: ActionsProps) {
  return (
    <div className="ledger-actions">
      <a href={replyHref} className={buttonClass('primary')}>
        Reply by email
      </a>
      <Button onClick={() => onMark({ is_done: !isDone })}>{isDone ? 'Put back' : 'Done'}</Button>
      {!isDone && (
        <Button
          kind="bare"
          onClick={() => {
            onMark({ is_read: false })
            onClose()
          }}
        >
          Mark as unread
        </Button>
      )}
    </div>
  )
}
