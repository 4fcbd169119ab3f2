import * as z from 'zod/mini'
import { FUNCTION_BODIES, FunctionResult, SyncResult, SyncStarted, SyncState } from '#shared/functions.ts'
import { paths } from '#shared/paths.ts'
import type { App } from '../http/server.ts'

/** The functions by the names and bodies that other tools know. Register it where a session is required. */
export function functionRoutes(app: App) {
  const notSetUp = (what: string) => async () => ({ success: false, error: { message: `${what} is not set up` } })

  const functions = [
    [paths.functions.sendWaitlistEmail, FUNCTION_BODIES['send-waitlist-email'], 'Mail'],
    [paths.functions.sendReferralNotification, FUNCTION_BODIES['send-referral-notification'], 'Mail'],
    [paths.functions.addToNotion, FUNCTION_BODIES['add-to-notion'], 'Notion'],
  ] as const
  for (const [path, body, channel] of functions) {
    app.post(path, { schema: { body, response: { 200: FunctionResult } } }, notSetUp(channel))
  }

  app.post(
    paths.functions.syncToBeehiiv,
    { schema: { body: z.nullish(z.looseObject({})), response: { 200: SyncResult, 202: SyncStarted } } },
    async (_request, reply) =>
      reply.code(200).send({ success: false, synced: 0, errors: 0, error: { message: 'Beehiiv is not set up' } }),
  )
  app.get(paths.api.adminSync, { schema: { response: { 200: SyncState } } }, async () => ({ run: null }))
}
