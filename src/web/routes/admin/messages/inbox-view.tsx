import { noFilters, type View } from '../state/view.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type MarkRequest, type Message, MESSAGE_LISTS, type MessageList } from '#shared/list/messages.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Email } from '../../../ui/text.tsx'
import { Moment, useOwnerTime } from '../../../ui/time.tsx'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { counted } from '../ui/words.ts'
import { goTo, ViewLink } from '../state/use-view.tsx'
import { MESSAGES, messagesQuery, unreadQuery } from '../state/queries.ts'
import { site } from '#shared/site/site.ts'

type Marks = { is_read?: boolean; is_done?: boolean }

const LABELS = { open: 'To answer', done: 'Done' } as const satisfies Record<MessageList, string>
const EMPTY = {
  open: 'No messages to answer. Messages from your contact page appear here.',
  done: 'Nothing done yet.',
}

/** The marks 'read' and 'done' apply to all accounts. */
export function InboxView({ view }: { view: View }) {
  const list = view.messages
  const paged = useInfiniteQuery(messagesQuery(list))
  const { data, isPending, isError } = paged
  const { data: unread = 0 } = useQuery(unreadQuery)
  const client = useQueryClient()
  const heading = useFocusOnArrival()
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  const counts = data?.pages[0]?.counts

  /** Several at a time: a message may be opened and done at once. */
  async function mark(marks: MarkRequest) {
    await call(ROUTES.markMessages, marks).catch((error: unknown) =>
      notifyFailure('mark', 'The message couldn’t be updated.', error),
    )
    await client.invalidateQueries({ queryKey: MESSAGES })
  }

  async function markOne(id: string, marks: Marks) {
    await mark({ ids: [id], ...marks })
    // The pressed button disappears with its message, so the focus moves on.
    if (marks.is_done !== undefined) heading.current?.focus({ preventScroll: true })
  }

  return (
    <section aria-labelledby="inbox" className="grid gap-5">
      <SectionHead id="inbox" title="Messages" lead="From your contact page." heading={heading}>
        <ViewLink to={{ view: 'messages/updates' }} className={buttonClass('quiet')}>
          Updates
        </ViewLink>
        {unread > 0 && <Button onClick={() => mark({ unread: 'all', is_read: true })}>Mark all as read</Button>}
      </SectionHead>
      <Segments
        label="Messages"
        options={MESSAGE_LISTS.map((name) => ({
          value: name,
          label: LABELS[name],
          more: counts && counted(counts[name]),
        }))}
        value={list}
        onChange={(messages) => goTo({ messages })}
      />
      {messages.length > 0 ? (
        <ul className="messages min-w-0 border border-line border-t-2 border-t-ink rounded-[0_0_0.875rem_0.875rem] bg-raised overflow-clip">
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}

              onMark={(marks) => markOne(message.id, marks)}
            />
          ))}
        </ul>
      ) : (
        <Empty>{isPending ? 'Loading data...' : isError ? notLoaded('The messages') : EMPTY[list]}</Empty>
      )}
      <ShowMore of={paged} className="justify-self-start" />
    </section>
  )
}

/** Opening a message marks it as read. */
function MessageRow({ message, onMark }: { message: Message; onMark: (marks: Marks) => void }) {
  const { name, email, message: text, created_at, is_read, is_done } = message
  const [isOpen, setOpen] = useState(false)
  const when = useOwnerTime(created_at, 'medium')
  const id = useId()
  const onList = { ...noFilters(), view: 'people', q: email } as const

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
            {!isOpen && <span className="text-muted text-control max-tablet:col-[2] truncate">{text}</span>}
          </button>
        </h3>
        <p className="message-time">
          <Moment date={created_at} />
        </p>
      </div>
      <div id={id} hidden={!isOpen} className="grid gap-3 pt-0 px-5 pb-5 [&[hidden]]:hidden tablet:ps-10.5">
        <p className="flex flex-wrap items-center gap-y-0 gap-x-3 -mt-3 text-control wrap-anywhere">
          <Email email={email} />{' '}
          <ViewLink to={onList} className={buttonClass('bare')}>
            Find in People
          </ViewLink>
        </p>
        <p className="max-w-176 wrap-anywhere whitespace-pre-line">{text}</p>
        <div className="ledger-actions">
          <a href={replyLink(message, when)} className={buttonClass('primary')}>
            Reply by email
          </a>
          <Button onClick={() => onMark({ is_done: !is_done })}>{is_done ? 'Put back' : 'Done'}</Button>
          {!is_done && (
            <Button
              kind="bare"
              onClick={() => {
                onMark({ is_read: false })
                setOpen(false)
              }}
            >
              Mark as unread
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Some mail programs refuse longer links, so the quoted text is cut. */
const LONGEST = 1_900

export function replyLink({ name, email, message }: Pick<Message, 'name' | 'email' | 'message'>, when: string): string {
  const to = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
  const subject = encodeURIComponent(`Re: Your message to ${site().brand.name}`)
  const linkWith = (text: string) => {
    const quoted = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd())
    const body = ['', '', `On ${when}, ${name} wrote:`, ...quoted].join('\r\n')
    return `${to}?subject=${subject}&body=${encodeURIComponent(body)}`
  }
  const whole = linkWith(message)
  if (whole.length <= LONGEST) return whole
  // Cuts between whole characters, because half of a surrogate pair cannot be encoded.
  const characters = [...message]
  let [kept, tooMany] = [0, characters.length]
  while (tooMany - kept > 1) {
    const middle = Math.floor((kept + tooMany) / 2)
    if (linkWith(`${characters.slice(0, middle).join('')} …`).length <= LONGEST) kept = middle
    else tooMany = middle
  }
  return linkWith(`${characters.slice(0, kept).join('')} …`)
}
