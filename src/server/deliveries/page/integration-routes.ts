import { ROUTES } from '#shared/routes.ts'
import { channelsOf, isSynced, type Service, SERVICE_OF } from '#shared/owner/integrations.ts'
import type { RetryRequest } from '#shared/owner/deliveries.ts'
import { accountOf } from '../../accounts/signed-in.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../base/errors.ts'
import { route } from '../../http/route.ts'
import type { App } from '../../http/server.ts'
import { createMissing } from './create-missing.ts'
import { dismissDeliveries } from '../services/integration-queries.ts'
import { forgetBounce } from '../mail/bounce-queries.ts'
import { listDeliveries } from './list-deliveries.ts'
import type { Target } from '../../outbox/channel.ts'
import { gapsOf } from '../services/gaps.ts'
import { readIntegrations } from './read-integrations.ts'
import { readPersonDeliveries } from './read-person-deliveries.ts'
import { requeueAll, requeueOne, startSyncing } from '../../outbox/requeue.ts'
import type { RouteDependencies } from '../services/route-dependencies.ts'
import { releaseServices } from '../../outbox/service-queries.ts'
import { readFailing } from '../../db/tasks.ts'
import { sendTestMail } from '../mail/send-test-mail.ts'
import { TEST_MAILS } from '../services/test-mail-limit.ts'
import { notSetUp, checkService } from '../services/check-service.ts'
import { recordTrial } from './trials.ts'
import { listChoices, tryService } from './try-service.ts'

export function integrationRoutes(app: App, dependencies: RouteDependencies) {
  const { pool, services, config, readFailing: failingHere, readWebhooksOff, tellOfChange } = dependencies
  deliveryRoutes(app, dependencies)
  route(app, ROUTES.integrations, async () => ({
    ...(await readIntegrations(pool, {
      services,
      ...config(),
      failing: await readFailing(pool, failingHere()),
      now: new Date(),
    })),
    webhooks_off: await readWebhooksOff(),
  }))

  route(app, ROUTES.release, async (request) => {
    await inTransaction(pool, (tx) => releaseServices(tx))
    tellOfChange(accountOf(request).name, ['Sending after a restore'])
  })

  setupRoutes(app, dependencies)

  route(app, ROUTES.sendTestMail, ({ body }) => sendTestMail({ db: pool, services, config: config() }, body.to), {
    config: { rateLimit: TEST_MAILS },
  })

  catchUpRoute(app, dependencies)
}

function setupRoutes(app: App, { pool, services, config }: RouteDependencies) {
  route(app, ROUTES.checkService, async ({ params: { service } }) =>
    services[service] ? checkService(pool, services, service) : notSetUp(gapsOf(service, config())),
  )

  route(app, ROUTES.createMissing, ({ params: { service } }) => createMissing(pool, services, service))

  route(app, ROUTES.serviceChoices, ({ params }) => listChoices(params.service, config()))

  route(app, ROUTES.tryService, async ({ params: { service }, body: { id } }) => {
    const trial = await tryService(services, { service, id })
    await recordTrial(pool, { service, trial, ...config() })
    return trial
  })
}

function catchUpRoute(app: App, { pool, services }: RouteDependencies) {
  route(app, ROUTES.catchUp, async (request) => {
    const { service } = request.params
    requireSetUp(services, service)
    const queued = await inTransaction(pool, (tx) =>
      isSynced(service) ? startSyncing(tx, service) : requeueAll(tx, { service, state: 'kept' }),
    )
    return { queued }
  })
}

function deliveryRoutes(app: App, dependencies: RouteDependencies) {
  const { pool } = dependencies

  route(app, ROUTES.deliveries, (request) => listDeliveries(pool, request.query))

  route(app, ROUTES.entryDeliveries, (request) => readPersonDeliveries(pool, request.params.id))

  route(app, ROUTES.retryDeliveries, async ({ body }) => {
    const queued = await retry(dependencies, body)
    return { queued }
  })

  route(app, ROUTES.clearMailProblem, async ({ params: { id } }) => {
    await forgetBounce(pool, id)
  })

  route(app, ROUTES.dismissDeliveries, async ({ body: { undo = false, ...which } }) => {
    const [channels, target] =
      'service' in which ? [channelsOf(which.service), null] : [[which.channel], toTarget(which)]
    return { changed: await dismissDeliveries(pool, { channels, target, undo }) }
  })
}

function retry({ pool, services }: RouteDependencies, asked: RetryRequest): Promise<number> {
  const service = 'service' in asked ? asked.service : SERVICE_OF[asked.channel]
  requireSetUp(services, service)
  return inTransaction(pool, async (tx) => {
    if ('service' in asked) return requeueAll(tx, { service, state: 'given up' })
    const isQueued = await requeueOne(tx, { channel: asked.channel, ...toTarget(asked) })
    // The owner explicitly asks to try this address again.
    if (isQueued && service === 'mail') await forgetBounce(tx, asked.entry_id)
    return Number(isQueued)
  })
}

function requireSetUp(services: RouteDependencies['services'], service: Service) {
  if (!services[service]) throw new AppError('not-set-up')
}

function toTarget({ entry_id, friend_id }: { entry_id: string; friend_id?: string | null | undefined }): Target {
  return { subject: entry_id, friend_id: friend_id ?? null }
}
