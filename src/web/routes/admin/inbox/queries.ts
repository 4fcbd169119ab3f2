import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MessageList } from '#shared/list/messages.ts'
import { fetchMessages, fetchUnread } from '../../../api/admin/messages.ts'

/** The key with which all queries about messages begin. */
export const MESSAGES = ['messages']

export const unreadQuery = queryOptions({ queryKey: [...MESSAGES, 'unread'], queryFn: fetchUnread })

export const messagesQuery = (list: MessageList) =>
  infiniteQueryOptions({
    queryKey: [...MESSAGES, list],
    queryFn: ({ pageParam: cursor }) => fetchMessages({ list, ...(cursor && { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
