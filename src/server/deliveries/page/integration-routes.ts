import { ROUTES } from '#shared/routes.ts'
import {
  CHANNELS,
  channelsOf,
  type Integrations,
  isSynced,
  type Service,
  SERVICE_OF,
  SERVICES,
} from '#shared/owner/integrations.ts'
import { accountOf } from '../../accounts/sessions.ts'
import { AppError } from '../../base/errors.ts'
import { type App, route } from '../../http/route.ts'
import { countDeliveries, dismissDeliveries, readDeliveries, readServices } from '../services/integration-queries.ts'
import { forgetBounce } from '../mail/bounces.ts'
import type { Target } from '../../outbox/channel.ts'
import { requeueAll, requeueOne, startSyncing } from '../../outbox/requeue.ts'
import type { Context } from '../../context.ts'
import { releaseServices } from '../../outbox/service-queries.ts'
import { readFailing } from '../../db/tasks.ts'
import { createMissing, listChoices, readTrial, recordTrial, tryService } from './set-up.ts'
import { dayOf, startOfDay } from '#shared/values/days.ts'
import { readCalendar } from '../../listing/sql/read-tally.ts'
import { readBudgets } from '../mail/budgets.ts'
import * as z from 'zod/mini'
import type { DeliveriesPage, DeliveriesQuery, PersonDeliveries } from '#shared/owner/deliveries.ts'
import { readSenders } from '../../pages/messages.ts'
import { readAddresses } from '../../people/find-person.ts'
import { MISSED } from '../../outbox/follow.ts'
import { instant, inTransaction, parseCursor, type Queryable, toPage } from '../../db/query.ts'
import { sendTestMail, TEST_MAILS } from '../mail/send-to-owner.ts'
import { checkService, gapsOf, notSetUp } from '../services/services.ts'

export function integrationRoutes(app: App, ctx: Context, readWebhooksOff: (db: Queryable) => Promise<string[]>) {
  const { dashboardPool: pool, services, config } = ctx

  route(app, ROUTES.integrations, async () => ({
    ...(await readIntegrations(ctx)),
    webhooks_off: await readWebhooksOff(pool),
  }))

  route(app, ROUTES.release, async (request) => {
    await inTransaction(pool, (tx) => releaseServices(tx))
    ctx.tellOfChange(accountOf(request).name, ['Sending after a restore'])
  })

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

  route(app, ROUTES.sendTestMail, ({ body }) => sendTestMail(ctx, body.to), {
    config: { rateLimit: TEST_MAILS },
  })

  route(app, ROUTES.catchUp, async ({ params: { service } }) => {
    requireSetUp(service)
    const queued = await inTransaction(pool, (tx) =>
      isSynced(service) ? startSyncing(tx, service) : requeueAll(tx, { service, state: 'kept' }),
    )
    return { queued }
  })

  route(app, ROUTES.deliveries, (request) => listDeliveries(pool, request.query))

  route(app, ROUTES.entryDeliveries, (request) => readPersonDeliveries(pool, request.params.id))

  route(app, ROUTES.retryDeliveries, async ({ body: asked }) => {
    const service = 'service' in asked ? asked.service : SERVICE_OF[asked.channel]
    requireSetUp(service)
    const queued = await inTransaction(pool, async (tx) => {
      if ('service' in asked) return requeueAll(tx, { service, state: 'given up' })
      const isQueued = await requeueOne(tx, { channel: asked.channel, ...toTarget(asked) })
      // The owner explicitly asks to try this address again.
      if (isQueued && service === 'mail') await forgetBounce(tx, asked.entry_id)
      return Number(isQueued)
    })
    return { queued }
  })

  route(app, ROUTES.clearMailProblem, ({ params: { id } }) => forgetBounce(pool, id))

  route(app, ROUTES.dismissDeliveries, async ({ body: { undo = false, ...which } }) => {
    const [channels, target] =
      'service' in which ? [channelsOf(which.service), null] : [[which.channel], toTarget(which)]
    return { changed: await dismissDeliveries(pool, { channels, target, undo }) }
  })

  function requireSetUp(service: Service) {
    if (!services[service]) throw new AppError('not-set-up')
  }
}

function toTarget({ entry_id, friend_id }: { entry_id: string; friend_id?: string | null | undefined }): Target {
  return { subject: entry_id, friend_id: friend_id ?? null }
}

async function readIntegrations(ctx: Context): Promise<Omit<Integrations, 'webhooks_off'>> {
  const { dashboardPool: db, services } = ctx
  const config = ctx.config()
  const { timeZone } = await readCalendar(db)
  const [counts, states, budgets, trials] = await Promise.all([
    countDeliveries(db, { channels: [...CHANNELS], since: startOfDay(dayOf(new Date(), timeZone), timeZone) }),
    readServices(db),
    readBudgets(db, config.mailBudgets),
    Promise.all(SERVICES.map((service) => readTrial(db, { service, ...config }))),
  ])
  return {
    held_at: states.find((state) => state.held_at !== null)?.held_at?.toISOString() ?? null,
    failing: await readFailing(db, ctx.readFailing()),
    integrations: SERVICES.map((service, index) => {
      const { problems, paused_until, is_catching_up } = states.find((state) => state.service === service)!
      const channels = channelsOf(service)
      const isSetUp = services[service] !== null
      return {
        service,
        is_set_up: isSetUp,
        gaps: gapsOf(service, config),
        // Problems stay stored after the owner removes the key. They are not shown then.
        problems: (isSetUp && problems?.split('\n')) || [],
        missing: services[service]?.missing?.() ?? [],
        trial: trials[index] ?? null,
        paused_until: (isSetUp && paused_until?.toISOString()) || null,
        is_catching_up,
        budgets: service === 'mail' ? budgets : [],
        channels: counts.filter(({ channel }) => channels.includes(channel)),
      }
    }),
  }
}

const PAGE_SIZE = 50

const Key = z.object({
  // Kept in PostgreSQL's format, because a JavaScript date would lose the microseconds.
  changed_at: z.string().check(z.regex(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/)),
  subject: z.uuid(),
  channel: z.enum(CHANNELS),
  friend_id: z.guid(),
})

async function listDeliveries(db: Queryable, query: DeliveriesQuery): Promise<DeliveriesPage> {
  const { service, state, cursor } = query
  const after = parseCursor(Key, cursor)
  const rows = await readDeliveries(db, { channels: channelsOf(service), state, after, limit: PAGE_SIZE + 1 })
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ key }) => key)
  const ids = shown.map(({ entry_id }) => entry_id)
  const [people, senders] = await Promise.all([readAddresses(db, ids), readSenders(db, ids)])
  return {
    deliveries: shown.map(({ key: _key, ...row }) => ({
      ...row,
      email: (row.channel === 'send-contact-message' ? senders : people).get(row.entry_id) ?? '',
      changed_at: new Date(row.changed_at).toISOString(),
    })),
    next_cursor,
  }
}

async function readPersonDeliveries(db: Queryable, entryId: string): Promise<PersonDeliveries> {
  const { rows } = await db.query<PersonDeliveries['deliveries'][number]>(
    `select channel,
       case when state = 'given up' then 'failed' else state end as state, error as reason,
       count, ${instant('changed_at')} as changed_at
     from (
       select *, row_number() over newest as place, (count(*) over (partition by channel))::int as count
       from (select channel, state, error, changed_at, subject, friend_id from outbox union all
           select channel, state, error, changed_at, subject, friend_id from (${MISSED}) as missed) as rows
       where subject = $1 window newest as (partition by channel order by changed_at desc, friend_id)
     ) as newest_first
     where place = 1 order by changed_at, channel`,
    [entryId],
  )
  return { deliveries: rows }
}
