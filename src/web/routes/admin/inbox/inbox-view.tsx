import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MarkRequest, MESSAGE_LISTS, type MessageList, type MessagesPage } from '#shared/list/messages.ts'
import { markMessages } from '../../../api/admin/messages.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { notify } from '../../../ui/notify.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { ChairNote } from '../ui/chair-note.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { counted } from '../ui/count-words.ts'
import { MessageRow } from './message-row.tsx'
import { MESSAGES, messagesQuery, unreadQuery } from './queries.ts'
import { ShowMore } from '../ui/show-more.tsx'

const LABELS = { open: 'To answer', done: 'Done' } as const satisfies Record<MessageList, string>

const EMPTY = {
  open: 'No messages to answer. What people write on the contact page appears here.',
  done: 'No message is done yet.',
}
const NOT_NOW = 'The messages could not be loaded. The page tries again every half minute.'
const NOT_MARKED = {
  title: 'Error',
  description: 'The message could not be marked. Please try again.',
  tone: 'destructive',
} as const

/** The messages from the contact page, newest first. The marks 'read' and 'done' apply to all accounts. */
export function InboxView({ view, onChange }: { view: View; onChange: ChangeView }) {
  const list = view.messages
  const paged = useInfiniteQuery(messagesQuery(list))
  const { data, isPending, isError } = paged
  const { data: unread = 0 } = useQuery(unreadQuery)
  const mark = useMark()
  const heading = useFocusOnArrival()
  const messages = data?.pages.flatMap((page) => page.messages) ?? []

  async function markOne(id: string, marks: { is_read?: boolean; is_done?: boolean }) {
    await mark({ ids: [id], ...marks })
    // The pressed button disappears with its message, so the focus moves on.
    if (marks.is_done !== undefined) heading.current?.focus({ preventScroll: true })
  }

  return (
    <section aria-labelledby="inbox" className="inbox">
      <SectionHead id="inbox" title="Inbox" lead="What people wrote on the contact page." heading={heading}>
        {unread > 0 && <MarkAllAsRead onMark={mark} />}
      </SectionHead>
      <ListSwitch list={list} counts={data?.pages[0]?.counts} onChange={onChange} />
      {messages.length > 0 ? (
        <ul className="messages">
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              view={view}
              onChange={onChange}
              onMark={(marks) => void markOne(message.id, marks)}
            />
          ))}
        </ul>
      ) : (
        <ChairNote>{isPending ? 'Loading data...' : isError ? NOT_NOW : EMPTY[list]}</ChairNote>
      )}
      <ShowMore of={paged} className="justify-self-start" />
    </section>
  )
}

/** Marks messages on the server, and refreshes all lists of messages. */
function useMark() {
  const client = useQueryClient()
  return async (marks: MarkRequest) => {
    try {
      await markMessages(marks)
    } catch {
      void notify('mark', NOT_MARKED)
    }
    await client.invalidateQueries({ queryKey: MESSAGES })
  }
}

function MarkAllAsRead({ onMark }: { onMark: (marks: MarkRequest) => Promise<void> }) {
  return (
    <button
      type="button"
      onClick={() => onMark({ unread: 'all', is_read: true })}
      className={buttonStyle('quiet', 'tool-button')}
    >
      Mark all as read
    </button>
  )
}

type ListSwitchProps = { list: MessageList; counts: MessagesPage['counts'] | undefined; onChange: ChangeView }

function ListSwitch({ list, counts, onChange }: ListSwitchProps) {
  return (
    <fieldset aria-label="Messages" className="segments">
      {MESSAGE_LISTS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === list}
          onClick={() => onChange({ messages: name })}
          className="segment"
        >
          {LABELS[name]}
          {counts && <span className="segment-more">{counted(counts[name])}</span>}
        </button>
      ))}
    </fieldset>
  )
}
