import { ROUTES } from '#shared/routes.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { StoreMessage } from './store-message.ts'

/** Each message becomes a mail to the owner. */
const MESSAGES_PER_ADDRESS = { max: 6 }

export function contactRoutes(app: App, { store }: { store: StoreMessage }) {
  route(
    app,
    ROUTES.sendMessage,
    async (request) => {
      await store(request.body)
      return { ok: true as const }
    },
    { config: { rateLimit: MESSAGES_PER_ADDRESS } },
  )
}
