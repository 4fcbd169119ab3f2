import * as z from 'zod/mini'
import {
  CatchUpStarted,
  CHANNELS,
  channelsOf,
  Choices,
  Integrations,
  type Service,
  SERVICE_OF,
  SERVICES,
  TestMailRequest,
  TestResult,
  Trial,
  TrialRequest,
} from '#shared/owner/integrations.ts'
import {
  DeliveriesPage,
  DeliveriesQuery,
  DismissRequest,
  DismissResult,
  PersonDeliveries,
  RetryRequest,
  RetryResult,
} from '#shared/owner/deliveries.ts'
import { paths } from '#shared/site/paths.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../base/errors.ts'
import type { App } from '../../http/server.ts'
import { createMissing } from './create-missing.ts'
import { dismissDeliveries } from '../outbox/integration-queries.ts'
import { forgetBounce } from '../mail/bounce-queries.ts'
import { asDb } from '../../jobs/enqueue.ts'
import { listDeliveries } from './list-deliveries.ts'
import { gapsOf } from '../outbox/gaps.ts'
import { readIntegrations } from './read-integrations.ts'
import { readPersonDeliveries } from './read-person-deliveries.ts'
import { requeueAll, requeueFailed } from '../outbox/requeue.ts'
import type { RouteDependencies } from '../outbox/route-dependencies.ts'
import { releaseServices } from '../outbox/service-queries.ts'
import { sendTestMail } from '../mail/send-test-mail.ts'
import { TEST_MAILS } from '../outbox/test-mail-limit.ts'
import { notSetUp, checkService } from '../outbox/check-service.ts'
import { CHOOSING, listChoices, tryService } from './try-service.ts'

const EntryId = z.object({ id: z.uuid() })
const Named = z.object({ service: z.enum(SERVICES) })

/** The routes behind the dashboard's integrations view. Register them where a session is required. */
export function integrationRoutes(app: App, dependencies: RouteDependencies) {
  const { pool, services, config, readFailing, readWebhooksOff } = dependencies
  deliveryRoutes(app, dependencies)
  app.get(paths.api.adminIntegrations, { schema: { response: { 200: Integrations } } }, async () => ({
    ...(await readIntegrations(pool, { services, ...config(), failing: readFailing(), now: new Date() })),
    webhooks_off: await readWebhooksOff(),
  }))

  app.post(paths.api.adminRelease, { schema: { response: { 204: z.void() } } }, async (_request, reply) => {
    await inTransaction(pool, (tx) => releaseServices(tx, [...CHANNELS]))
    return reply.code(204).send()
  })

  setupRoutes(app, dependencies)

  app.post(
    paths.api.adminTestMail,
    { schema: { body: TestMailRequest, response: { 200: TestResult } }, config: { rateLimit: TEST_MAILS } },
    ({ body }) => sendTestMail({ db: pool, services, config: config() }, body.to),
  )

  catchUpRoute(app, dependencies)
}

/** The routes that help to set up a service. */
function setupRoutes(app: App, { pool, services, config }: RouteDependencies) {
  app.post(
    `${paths.api.adminIntegrations}/:service/test`,
    { schema: { params: Named, response: { 200: TestResult } } },
    async ({ params: { service } }) =>
      services[service] ? checkService(pool, services, service) : notSetUp(gapsOf(service, config())),
  )

  app.post(
    `${paths.api.adminIntegrations}/:service/create-missing`,
    { schema: { params: Named, response: { 200: TestResult } } },
    ({ params: { service } }) => createMissing(pool, services, service),
  )

  app.get(
    `${paths.api.adminIntegrations}/:service/choices`,
    { schema: { params: z.object({ service: z.enum(CHOOSING) }), response: { 200: Choices } } },
    ({ params }) => listChoices(params.service, config()),
  )

  app.post(
    `${paths.api.adminIntegrations}/:service/trial`,
    { schema: { params: Named, body: TrialRequest, response: { 200: Trial } } },
    ({ params: { service }, body: { id } }) => tryService(services, { service, id }),
  )
}

function catchUpRoute(app: App, { pool, jobs: { boss }, services }: RouteDependencies) {
  app.post(
    `${paths.api.adminIntegrations}/:service/catch-up`,
    { schema: { params: Named, response: { 202: CatchUpStarted } } },
    async (request, reply) => {
      const { service } = request.params
      requireSetUp(services, service)
      const queued = await inTransaction(pool, (tx) => requeueAll(boss, asDb(tx), { service, state: 'not set up' }))
      return reply.code(202).send({ queued })
    },
  )
}

/** The routes behind the lists of single deliveries. */
function deliveryRoutes(app: App, dependencies: RouteDependencies) {
  const { pool } = dependencies

  app.get(
    paths.api.adminDeliveries,
    { schema: { querystring: DeliveriesQuery, response: { 200: DeliveriesPage } } },
    (request) => listDeliveries(pool, request.query),
  )

  app.get(
    `${paths.api.adminEntries}/:id/deliveries`,
    { schema: { params: EntryId, response: { 200: PersonDeliveries } } },
    (request) => readPersonDeliveries(pool, request.params.id),
  )

  app.post(
    paths.api.adminRetry,
    { schema: { body: RetryRequest, response: { 202: RetryResult } } },
    async ({ body }, reply) => {
      const queued = await retry(dependencies, body)
      return reply.code(202).send({ queued })
    },
  )

  app.delete(
    `${paths.api.adminEntries}/:id/mail-problem`,
    { schema: { params: z.object({ id: z.uuid() }), response: { 204: z.void() } } },
    async ({ params: { id } }, reply) => {
      await forgetBounce(asDb(pool), id)
      return reply.code(204).send()
    },
  )

  app.post(
    paths.api.adminDismiss,
    { schema: { body: DismissRequest, response: { 200: DismissResult } } },
    async ({ body: { undo = false, ...which } }) => {
      const [channels, target] = 'service' in which ? [channelsOf(which.service), null] : [[which.channel], which]
      return { changed: await dismissDeliveries(pool, { channels, target, undo }) }
    },
  )
}

/** Resolves to the number of deliveries that are queued again. */
function retry({ pool, jobs: { boss }, services }: RouteDependencies, asked: RetryRequest): Promise<number> {
  const service = 'service' in asked ? asked.service : SERVICE_OF[asked.channel]
  requireSetUp(services, service)
  return inTransaction(pool, async (tx) => {
    if ('service' in asked) return requeueAll(boss, asDb(tx), { service, state: 'failed' })
    const isQueued = await requeueFailed(boss, asDb(tx), { channel: asked.channel, target: asked })
    // The owner explicitly asks to try this address again.
    if (isQueued && service === 'mail') await forgetBounce(asDb(tx), asked.entry_id)
    return Number(isQueued)
  })
}

function requireSetUp(services: RouteDependencies['services'], service: Service) {
  if (!services[service]) throw new AppError('not-set-up')
}
