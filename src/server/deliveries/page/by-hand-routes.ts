import type { FastifyReply } from 'fastify'
import { BY_HAND_BODIES, ByHandResult } from '#shared/site/by-hand.ts'
import { paths } from '#shared/site/paths.ts'
import type { App } from '../../http/server.ts'
import { askForNotification, askForPage, askForWelcome, type Refusal } from './ask-for-delivery.ts'
import type { RouteDependencies } from '../outbox/route-dependencies.ts'

const response = { 200: ByHandResult, 404: ByHandResult, 409: ByHandResult }

/**
 * These routes keep the names and bodies that other tools use. Only the email addresses in a body are used, and for
 * Notion the full name. All other data is read from the list when the delivery is made. Register the routes where a
 * session is required.
 */
export function byHandRoutes(app: App, { pool, jobs: { enqueue }, services }: RouteDependencies) {
  const dependencies = { pool, enqueue }

  app.post(
    paths.functions.sendWaitlistEmail,
    { schema: { body: BY_HAND_BODIES['send-waitlist-email'], response } },
    async ({ body }, reply) =>
      services.mail ? answer(reply, await askForWelcome(dependencies, body.email)) : notSetUp('Mail'),
  )

  app.post(
    paths.functions.sendReferralNotification,
    { schema: { body: BY_HAND_BODIES['send-referral-notification'], response } },
    async ({ body }, reply) =>
      services.mail ? answer(reply, await askForNotification(dependencies, body)) : notSetUp('Mail'),
  )

  app.post(
    paths.functions.addToNotion,
    { schema: { body: BY_HAND_BODIES['add-to-notion'], response } },
    async ({ body }, reply) =>
      services.notion ? answer(reply, await askForPage(dependencies, body)) : notSetUp('Notion'),
  )
}

/** `success` means that the delivery is queued, not that it has arrived. */
function answer(reply: FastifyReply, refusal: Refusal | null): ByHandResult {
  if (!refusal) return { success: true }
  void reply.code(refusal.status)
  return { success: false, error: { message: refusal.message } }
}

function notSetUp(what: string): ByHandResult {
  return { success: false, error: { message: `${what} is not set up` } }
}
