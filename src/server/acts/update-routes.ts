import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { problemsOf, type UpdateWords } from '#shared/list/updates.ts'
import { accountOf, actorOf } from '../accounts/signed-in.ts'
import { createAct, type Engine } from './create-act.ts'
import { AppError } from '../base/errors.ts'
import type { Config, Current } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { createMails } from '../deliveries/mail/compose-mails.ts'
import { domainOf } from '../deliveries/mail/mail-post.ts'
import { MAIL_PAGE } from '../deliveries/mail/mail-routes.ts'
import { acceptForms } from '../deliveries/mail/wave-mail-routes.ts'
import { sendAtOnce } from '../deliveries/mail/send-test-mail.ts'
import { notSetUp } from '../deliveries/services/check-service.ts'
import type { Services } from '../deliveries/services/services.ts'
import { TEST_MAILS } from '../deliveries/services/test-mail-limit.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { readPerson } from '../people/read-person.ts'
import { updateMail } from '../../emails/update-mail.ts'
import { paths, referralLink } from '#shared/site/paths.ts'
import { previewUpdate } from '../updates/preview-update.ts'
import * as updates from '../updates/updates.ts'

type Settings = Pick<
  Config,
  'publicUrl' | 'mailFrom' | 'mailGaps' | 'mailBudgets' | 'confirmDays' | 'invitationDays' | 'onlyOwnersSend'
>
type Dependencies = {
  pool: pg.Pool
  engine: Engine
  services: Pick<Services, 'mail'>
  config: Current<keyof Settings>
}

type Composing = Pick<Dependencies, 'pool' | 'config'>

export function updateRoutes(app: App, { pool, engine, services, config }: Dependencies) {
  route(app, ROUTES.updates, async () => ({ updates: await updates.readUpdates(pool) }))
  route(app, ROUTES.update, ({ params }) => updates.readUpdateDetail(pool, params.id))
  route(app, ROUTES.updatePeople, ({ params, query }) => updates.readUpdatePeople(pool, { ...params, ...query }))
  route(app, ROUTES.createUpdate, async ({ body }) => ({ id: await updates.createUpdate(pool, body) }))
  route(app, ROUTES.saveUpdate, async ({ params, body }) => ({
    version: await updates.saveUpdate(pool, { ...params, ...body }),
  }))
  route(app, ROUTES.deleteUpdate, ({ params }) => updates.deleteDraft(pool, params.id))
  route(app, ROUTES.previewUpdate, ({ body }) =>
    previewUpdate(pool, { filters: body.filters, budgets: config().mailBudgets }),
  )

  void app.register(async (pages: App) => {
    acceptForms(pages)
    route(pages, ROUTES.updateMail, async ({ body: { entry_id, ...words } }, reply) => {
      const { html } = await compose({ pool, config }, words, entry_id)
      return reply.headers(MAIL_PAGE).send(html)
    })
  })

  route(
    app,
    ROUTES.sendTestUpdate,
    async ({ body: { to, ...words } }) => {
      refuse(problemsOf(words))
      const { mail } = services
      if (!mail) return notSetUp(config().mailGaps)
      const messageId = `${randomUUID()}@${domainOf(config().mailFrom)}`
      return sendAtOnce(mail, {
        ...(await compose({ pool, config }, words)),
        to,
        messageId,
        replyTo: null,
        unsubscribeLink: null,
      })
    },
    { config: { rateLimit: TEST_MAILS } },
  )

  route(app, ROUTES.sendUpdate, async (request) => {
    requireSender(request, config())
    if (!services.mail) throw new AppError('not-set-up')
    await send(request, { id: request.params.id, ...request.body })
    return updates.readUpdateDetail(pool, request.params.id)
  })

  route(app, ROUTES.restUpdate, async ({ params: { id } }) => {
    const rests = await inTransaction(pool, (tx) => updates.restUpdate(tx, { id, because: 'owner' }))
    if (!rests) throw new AppError('act-over')
    return updates.readUpdateDetail(pool, id)
  })

  route(app, ROUTES.continueUpdate, async (request) => {
    requireSender(request, config())
    const { id } = request.params
    await inTransaction(pool, (tx) => updates.continueUpdate(tx, id))
    return updates.readUpdateDetail(pool, id)
  })

  async function send(
    request: FastifyRequest,
    { id, version, sends_at }: { id: string; version: number; sends_at: string | null },
  ) {
    const update = await updates.readUpdate(pool, id)
    if (!update) throw new AppError('not-found')
    if (update.state !== 'draft') return
    refuse(problemsOf(update))
    const { people } = await previewUpdate(pool, { filters: update.filters, budgets: config().mailBudgets })
    if (people === 0) refuse({ filters: 'finds nobody who can get it' })
    const act = { kind: 'update' as const, select: { filters: update.filters }, version, sends_at }
    await createAct(engine, { id, request: act, actor: actorOf(request) })
  }
}

/** Without a person: as a made-up one gets it. */
async function compose({ pool, config }: Composing, words: UpdateWords, entryId?: string) {
  const person = entryId === undefined ? null : await readPerson(pool, entryId)
  if (person) {
    const mails = createMails({ pool, ...config(), isPreview: true })
    return mails.update(person, { ...words, id: '', follows_links: false })
  }
  const { publicUrl } = config()
  const values = { ...SAMPLE, link: referralLink(publicUrl, 'WL1A2B3C'), my_place: publicUrl + paths.place }
  return updateMail({ words, values, unsubscribeLink: publicUrl + paths.unsubscribe })
}

function requireSender(request: FastifyRequest, { onlyOwnersSend }: Pick<Config, 'onlyOwnersSend'>): void {
  if (onlyOwnersSend && accountOf(request).role !== 'owner') throw new AppError('role-needed')
}

const SAMPLE = { first_name: 'Alex', place: '37th', friends: '3' }

function refuse(problems: Partial<Record<string, string>>): void {
  const fields = problems as Record<string, string>
  if (Object.keys(fields).length > 0) throw new AppError('invalid-input', { fields })
}
