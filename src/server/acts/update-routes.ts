import type { FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import { allProblemsOf, problemsOf, type UpdateWords } from '#shared/list/updates.ts'
import { accountOf, actorOf } from '../accounts/sessions.ts'
import { createAct } from './create-act.ts'
import { AppError } from '../base/errors.ts'
import { inLanguage } from '../base/language.ts'
import type { Context } from '../context.ts'
import * as mails from '../deliveries/mail/compose-mails.ts'
import { acceptForms, MAIL_PAGE } from '../deliveries/mail/mail-routes.ts'
import { type App, route } from '../http/route.ts'
import { readPerson } from '../people/find-person.ts'
import { updateMail } from '../../emails/update-mail.ts'
import { paths, referralLink } from '#shared/site/paths.ts'
import { findMailGaps } from '../waves/routes.ts'
import { previewUpdate } from '../waves/updates/preview-update.ts'
import * as updates from '../waves/updates/updates.ts'
import { inTransaction } from '../db/query.ts'
import { sendAtOnce, TEST_MAILS } from '../deliveries/mail/send-to-owner.ts'

export function updateRoutes(app: App, ctx: Context) {
  const { dashboardPool: pool, engine, services, config } = ctx

  route(app, ROUTES.updates, async () => ({
    updates: await updates.readUpdates(pool),
    gaps: findMailGaps(ctx, 'Updates are emails, and no mail server is set up.'),
  }))
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
    route(pages, ROUTES.updateMail, async ({ body: { entry_id, language, ...words } }, reply) => {
      const { html } = await compose(ctx, { words, language, entryId: entry_id, isPreview: true })
      return reply.headers(MAIL_PAGE).send(html)
    })
  })

  route(
    app,
    ROUTES.sendTestUpdate,
    async ({ body: { to, language, ...words } }) => {
      refuse(problemsOf(words))
      return sendAtOnce(ctx, to, await compose(ctx, { words, language }))
    },
    { config: { rateLimit: TEST_MAILS } },
  )

  route(app, ROUTES.sendUpdate, async (request) => {
    requireSender(request, ctx)
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
    requireSender(request, ctx)
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
    refuse(allProblemsOf(update))
    const { people } = await previewUpdate(pool, { filters: update.filters, budgets: config().mailBudgets })
    if (people === 0) refuse({ filters: 'finds nobody who can get it' })
    const act = { kind: 'update' as const, select: { filters: update.filters }, version, sends_at }
    await createAct(engine, { id, request: act, actor: actorOf(request) })
  }
}

/** Without a person: as a made-up one gets it. */
type Composed = { words: UpdateWords; language: string | undefined; entryId?: string | undefined; isPreview?: boolean }

async function compose(context: Context, { words, language, entryId, isPreview = false }: Composed) {
  const { dashboardPool: pool, tokens, config } = context
  const person = entryId === undefined ? null : await readPerson(pool, entryId)
  if (person) {
    const ctx = { pool, tokens, ...config(), isPreview: true }
    const reader = { ...person, language: language ?? person.language }
    return mails.update(ctx, reader, { ...words, texts: {}, id: '', follows_links: false })
  }
  const { publicUrl } = config()
  const values = { ...SAMPLE, link: referralLink(publicUrl, 'WL1A2B3C'), my_place: publicUrl + paths.place }
  const picture = await updates.readPicture(pool, words.picture, isPreview ? '' : publicUrl)
  return inLanguage(language, () =>
    updateMail({ words, values, picture, unsubscribeLink: publicUrl + paths.unsubscribe }),
  )
}

function requireSender(request: FastifyRequest, { config }: Context): void {
  if (config().onlyOwnersSend && accountOf(request).role !== 'owner') throw new AppError('role-needed')
}

const SAMPLE = { first_name: 'Alex', place: '37th', friends: '3' }

function refuse(problems: Partial<Record<string, string>>): void {
  const fields = problems as Record<string, string>
  if (Object.keys(fields).length > 0) throw new AppError('invalid-input', { fields })
}
