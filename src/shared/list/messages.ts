import * as z from 'zod/mini'

export const Message = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
  is_done: z.boolean(),
})
export type Message = z.infer<typeof Message>

export const MESSAGE_LISTS = ['open', 'done'] as const
export type MessageList = (typeof MESSAGE_LISTS)[number]

export const MessagesQuery = z.object({
  list: z._default(z.enum(MESSAGE_LISTS), 'open'),
  cursor: z.optional(z.string().check(z.maxLength(400))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
})
/** Counting stops here; the dashboard then shows '999+'. */
export const MOST_COUNTED = 1_000

export const MessagesPage = z.object({
  messages: z.array(Message),
  next_cursor: z.nullable(z.string()),
  counts: z.object({ open: z.int(), done: z.int() }),
})
export type MessagesPage = z.infer<typeof MessagesPage>

export const UnreadMessages = z.object({ unread: z.int() })

const MOST_MARKED = 200

/** All accounts share the marks. A message that is done counts as read. */
export const MarkRequest = z.union([
  z.strictObject({
    ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_MARKED)),
    is_read: z.optional(z.boolean()),
    is_done: z.optional(z.boolean()),
  }),
  z.strictObject({ unread: z.literal('all'), is_read: z.literal(true) }),
])
export type MarkRequest = z.infer<typeof MarkRequest>
export const MarkResult = z.object({ changed: z.int() })
