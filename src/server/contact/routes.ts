import * as z from 'zod/mini'
import { ContactRequest } from '#shared/joining/contact.ts'
import { paths } from '#shared/site/paths.ts'
import type { App } from '../http/server.ts'
import type { StoreMessage } from './store-message.ts'

/** Few people write more messages than this in a minute, and each message becomes a mail to the owner. */
const MESSAGES_PER_ADDRESS = { max: 6 }

export function contactRoutes(app: App, { store }: { store: StoreMessage }) {
  app.post(
    paths.api.contact,
    {
      schema: { body: ContactRequest, response: { 202: z.object({ ok: z.literal(true) }) } },
      config: { rateLimit: MESSAGES_PER_ADDRESS },
    },
    async (request, reply) => {
      await store(request.body)
      return reply.code(202).send({ ok: true as const })
    },
  )
}
