import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { type MarkRequest, MESSAGE_LISTS, type MessageList, type MessagesPage } from '#shared/list/messages.ts'
import { call } from '../../../calls/call.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import type { ChangeView } from '../view/use-view.ts'
import { ViewLink } from '../view/view-link.tsx'
import { type View, viewPath } from '../view/view.ts'
import { counted } from '../ui/count-words.ts'
import { MessageRow } from './message-row.tsx'
import { MESSAGES, messagesQuery, unreadQuery } from './queries.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Empty } from '../../../ui/query-state.tsx'

const LABELS = { open: 'To answer', done: 'Done' } as const satisfies Record<MessageList, string>

const EMPTY = {
  open: 'No messages to answer. Messages from your contact page appear here.',
  done: 'Nothing done yet.',
}
const NOT_NOW = 'The messages couldn’t be loaded. Trying again every 30 seconds.'

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
      <SectionHead id="inbox" title="Messages" lead="From your contact page." heading={heading}>
        <ViewLink
          href={viewPath({ ...view, view: 'messages/updates' })}
          onFollow={() => onChange({ view: 'messages/updates' })}
          className={buttonClass('text')}
        >
          Updates
        </ViewLink>
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
        <Empty>{isPending ? 'Loading data...' : isError ? NOT_NOW : EMPTY[list]}</Empty>
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
      await call(ROUTES.markMessages, marks)
    } catch (error) {
      notifyFailure('mark', 'The message couldn’t be updated.', error)
    }
    await client.invalidateQueries({ queryKey: MESSAGES })
  }
}

function MarkAllAsRead({ onMark }: { onMark: (marks: MarkRequest) => Promise<void> }) {
  return <Button onClick={() => onMark({ unread: 'all', is_read: true })}>Mark all as read</Button>
}

type ListSwitchProps = { list: MessageList; counts: MessagesPage['counts'] | undefined; onChange: ChangeView }

function ListSwitch({ list, counts, onChange }: ListSwitchProps) {
  return (
    <Segments
      label="Messages"
      options={MESSAGE_LISTS.map((name) => ({
        value: name,
        label: LABELS[name],
        more: counts && counted(counts[name]),
      }))}
      value={list}
      onChange={(messages) => onChange({ messages })}
    />
  )
}
