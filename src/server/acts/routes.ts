import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  ActAccepted,
  ActDetail,
  ActPreview,
  ActsPage,
  ActsQuery,
  EntryActsPage,
  LogQuery,
  Tags,
} from '#shared/list/acts.ts'
import { ActRequest } from '#shared/list/act-requests.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { paths } from '#shared/site/paths.ts'
import { ReceiptsPage } from '#shared/joining/receipts.ts'
import { actorOf } from '../accounts/signed-in.ts'
import type { App } from '../http/server.ts'
import { createAct, type Engine, stopAct, undoAct } from './create-act.ts'
import { importRoutes } from './import-routes.ts'
import { previewAct } from './preview-act.ts'
import { readActReceipts } from './read-act-receipts.ts'
import type { TakeEffect } from '../settings/routes.ts'
import { readTags } from './store/tag-queries.ts'
import { readActDetail, readActs, readEntryActs } from './read-acts.ts'

const Id = z.object({ id: z.uuid() })

/** Larger than for other requests, so that a note that is far too long gets an error that names its limit. */
const BODY_LIMIT = 1024 * 1024

type Dependencies = Engine & {
  takeEffect: TakeEffect
  /** Answers a request that is sent again with its `Idempotency-Key`, as often as it comes, and does its work once. */
  once: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (actId: string) => Promise<{ status: number; body: object }>,
  ) => Promise<never>
}

/** The owner's routes for acts on many people. Register them where a session is required. */
export function actRoutes(app: App, { takeEffect, once, ...engine }: Dependencies) {
  const { pool, kinds } = engine

  importRoutes(app, engine)

  app.post(
    paths.api.adminActs,
    { schema: { body: ActRequest, response: { 202: ActAccepted } }, bodyLimit: BODY_LIMIT },
    (request, reply) =>
      once(request, reply, async (id) => {
        const act_id = await createAct(engine, { id, request: request.body, actor: actorOf(request) })
        return { status: 202, body: { act_id, warning: warningOf(request.body.kind) } }
      }),
  )

  app.post(
    paths.api.adminActsPreview,
    { schema: { body: ActRequest, response: { 200: ActPreview } }, bodyLimit: BODY_LIMIT },
    (request) => previewAct(engine, request.body),
  )

  app.get(paths.api.adminActs, { schema: { querystring: LogQuery, response: { 200: ActsPage } } }, (request) =>
    readActs({ db: pool, kinds }, request.query),
  )

  app.get(paths.api.adminTags, { schema: { response: { 200: Tags } } }, async () => ({ tags: await readTags(pool) }))

  oneActRoutes(app, { takeEffect, ...engine })

  app.get(
    `${paths.api.adminEntries}/:id/acts`,
    { schema: { params: Id, querystring: ActsQuery, response: { 200: EntryActsPage } } },
    (request) => readEntryActs(pool, { ...request.params, ...request.query }),
  )
}

function oneActRoutes(app: App, { takeEffect, ...engine }: Engine & { takeEffect: TakeEffect }) {
  const { pool, kinds } = engine
  const oneAct = `${paths.api.adminActs}/:id`

  app.get(oneAct, { schema: { params: Id, querystring: ActsQuery, response: { 200: ActDetail } } }, (request) =>
    readActDetail({ db: pool, kinds }, { ...request.params, ...request.query }),
  )

  app.get(
    `${oneAct}/receipts`,
    { schema: { params: Id, querystring: ActsQuery, response: { 200: ReceiptsPage } } },
    (request) => readActReceipts(pool, { ...request.params, ...request.query }),
  )

  app.post(`${oneAct}/undo`, { schema: { params: Id, response: { 202: ActAccepted } } }, async (request, reply) => {
    const undone = { ...request.params, actor: actorOf(request) }
    const act_id = await takeEffect(request, reply, () => undoAct(engine, undone))
    return reply.code(202).send({ act_id, warning: null })
  })

  app.post(`${oneAct}/stop`, { schema: { params: Id, response: { 202: z.null() } } }, async (request, reply) => {
    await stopAct(engine, { ...request.params, actor: actorOf(request) })
    return reply.code(202).send(null)
  })
}
