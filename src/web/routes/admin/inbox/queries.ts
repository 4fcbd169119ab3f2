import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { MessageList } from '#shared/list/messages.ts'
import { call } from '../../../calls/call.ts'

export const MESSAGES = ['messages']

export const unreadQuery = queryOptions({
  queryKey: [...MESSAGES, 'unread'],
  queryFn: () => call(ROUTES.unreadMessages).then(({ unread }) => unread),
})

export const messagesQuery = (list: MessageList) =>
  infiniteQueryOptions({
    queryKey: [...MESSAGES, list],
    queryFn: ({ pageParam: cursor }) => call(ROUTES.messages, { list, ...(cursor && { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
