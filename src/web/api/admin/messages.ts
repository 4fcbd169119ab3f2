import {
  type MarkRequest,
  MarkResult,
  MessagesPage,
  type MessagesQuery,
  UnreadMessages,
} from '#shared/list/messages.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, post, readAs, withQuery } from './admin.ts'

export function fetchMessages(query: Partial<MessagesQuery>): Promise<MessagesPage> {
  return fetchJson(MessagesPage, withQuery(paths.api.adminMessages, query))
}

export async function fetchUnread(): Promise<number> {
  return (await fetchJson(UnreadMessages, paths.api.adminUnread)).unread
}

/** Marks messages. Returns the number of messages that changed. */
export async function markMessages(marks: MarkRequest): Promise<number> {
  return (await readAs(MarkResult, await post(paths.api.adminMarks, marks))).changed
}
