import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { accountOf, actorOf } from '../accounts/signed-in.ts'
import type { TellOfChange } from '../deliveries/mail/send-to-owner.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { createAct, type Engine, stopAct, undoAct } from './create-act.ts'
import { importRoutes } from './import-routes.ts'
import { previewAct } from './preview-act.ts'
import { readActReceipts } from './read-act-receipts.ts'
import type { TakeEffect } from '../settings/routes.ts'
import { readTags } from './store/tag-queries.ts'
import { readActDetail, readActs, readEntryActs } from './read-acts.ts'

/** A note that is far too long gets an error that names its limit. */
const BODY_LIMIT = 1024 * 1024

type Dependencies = Engine & {
  takeEffect: TakeEffect
  tellOfChange: TellOfChange
  /** Answers a request that is sent again with its `Idempotency-Key`, as often as it comes, and does its work once. */
  once: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (actId: string) => Promise<{ status: number; body: object }>,
  ) => Promise<never>
}

export function actRoutes(app: App, { takeEffect, tellOfChange, once, ...engine }: Dependencies) {
  const { pool, kinds } = engine

  importRoutes(app, engine)

  route(
    app,
    ROUTES.createAct,
    (request, reply) =>
      once(request, reply, async (id) => {
        const act_id = await createAct(engine, { id, request: request.body, actor: actorOf(request) })
        return { status: 202, body: { act_id, warning: warningOf(request.body.kind) } }
      }),
    { bodyLimit: BODY_LIMIT },
  )

  route(app, ROUTES.previewAct, (request) => previewAct(engine, request.body), { bodyLimit: BODY_LIMIT })

  route(app, ROUTES.acts, (request) => readActs({ db: pool, kinds }, request.query))

  route(app, ROUTES.tags, async () => ({ tags: await readTags(pool) }))

  oneActRoutes(app, { takeEffect, tellOfChange, ...engine })

  route(app, ROUTES.entryActs, (request) => readEntryActs(pool, { ...request.params, ...request.query }))
}

type OneAct = Engine & Pick<Dependencies, 'takeEffect' | 'tellOfChange'>

function oneActRoutes(app: App, { takeEffect, tellOfChange, ...engine }: OneAct) {
  const { pool, kinds } = engine

  route(app, ROUTES.act, (request) => readActDetail({ db: pool, kinds }, { ...request.params, ...request.query }))

  route(app, ROUTES.actReceipts, (request) => readActReceipts(pool, { ...request.params, ...request.query }))

  route(app, ROUTES.undoAct, async (request, reply) => {
    const undone = { ...request.params, actor: actorOf(request) }
    const act_id = await takeEffect(request, reply, async () => {
      const { id, leads } = await undoAct(engine, undone)
      tellOfChange(accountOf(request).name, leads)
      return id
    })
    return { act_id, warning: null }
  })

  route(app, ROUTES.stopAct, async (request) => {
    await stopAct(engine, { ...request.params, actor: actorOf(request) })
    return null
  })
}
