import type { FastifyReply } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import type { ByHandResult } from '#shared/site/by-hand.ts'
import { route } from '../../http/route.ts'
import type { App } from '../../http/server.ts'
import { askForNotification, askForPage, askForWelcome, type Refusal } from './ask-for-delivery.ts'
import type { RouteDependencies } from '../services/route-dependencies.ts'

export function byHandRoutes(app: App, { pool, services }: RouteDependencies) {
  const dependencies = { pool }

  route(app, ROUTES.sendWaitlistEmail, async ({ body }, reply) =>
    services.mail ? answer(reply, await askForWelcome(dependencies, body.email)) : notSetUp('Mail'),
  )

  route(app, ROUTES.sendReferralNotification, async ({ body }, reply) =>
    services.mail ? answer(reply, await askForNotification(dependencies, body)) : notSetUp('Mail'),
  )

  route(app, ROUTES.addToNotion, async ({ body }, reply) =>
    services.notion
      ? answer(reply, await askForPage(dependencies, { email: body.email, full_name: body.full_name ?? '' }))
      : notSetUp('Notion'),
  )
}

function answer(reply: FastifyReply, refusal: Refusal | null): ByHandResult {
  if (!refusal) return { success: true }
  void reply.code(refusal.status)
  return { success: false, error: { message: refusal.message } }
}

function notSetUp(what: string): ByHandResult {
  return { success: false, error: { message: `${what} is not set up` } }
}
