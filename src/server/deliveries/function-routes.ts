import type { FastifyReply } from 'fastify'
import { FUNCTION_BODIES, FunctionResult } from '#shared/functions.ts'
import { paths } from '#shared/paths.ts'
import type { App } from '../http/server.ts'
import { askForNotification, askForPage, askForWelcome, type Refusal } from './ask-for-delivery.ts'
import type { RouteDependencies } from './route-dependencies.ts'

const response = { 200: FunctionResult, 404: FunctionResult, 409: FunctionResult }

/**
 * The functions by the names and bodies that other tools know. What goes out is composed of what the list holds when
 * it goes out: of a body the addresses count, and for Notion the full name. Register it where a session is required.
 */
export function functionRoutes(app: App, { pool, jobs: { enqueue }, outside }: RouteDependencies) {
  const dependencies = { pool, enqueue }

  app.post(
    paths.functions.sendWaitlistEmail,
    { schema: { body: FUNCTION_BODIES['send-waitlist-email'], response } },
    async ({ body }, reply) =>
      outside.mail ? answer(reply, await askForWelcome(dependencies, body.email)) : notSetUp('Mail'),
  )

  app.post(
    paths.functions.sendReferralNotification,
    { schema: { body: FUNCTION_BODIES['send-referral-notification'], response } },
    async ({ body }, reply) =>
      outside.mail ? answer(reply, await askForNotification(dependencies, body)) : notSetUp('Mail'),
  )

  app.post(
    paths.functions.addToNotion,
    { schema: { body: FUNCTION_BODIES['add-to-notion'], response } },
    async ({ body }, reply) =>
      outside.notion ? answer(reply, await askForPage(dependencies, body)) : notSetUp('Notion'),
  )
}

/** Success means that it is on its way, and that it will get there. */
function answer(reply: FastifyReply, refusal: Refusal | null): FunctionResult {
  if (!refusal) return { success: true }
  void reply.code(refusal.status)
  return { success: false, error: { message: refusal.message } }
}

function notSetUp(what: string): FunctionResult {
  return { success: false, error: { message: `${what} is not set up` } }
}
