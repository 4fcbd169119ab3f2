import type * as z from 'zod/mini'
import { CALLS } from './calls.ts'
import { ACT_SCOPES, type ApiAct } from './schemas.ts'
import type { Context } from '../context.ts'
import { createAct, type Engine } from '../acts/create-act.ts'
import { previewAct } from '../acts/preview-act.ts'
import { readActDetail } from '../acts/read-acts.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { actorOfKey, keyOf, onceByKey, requireScope } from './keys.ts'
import type { EventType } from '#shared/programs/webhooks.ts'
import { AppError } from '../base/errors.ts'
import { payloadOf } from './webhooks/compose.ts'
import { deleteEndpoint } from './webhooks/endpoints.ts'
import { addEndpoint } from './webhooks/routes.ts'
import { AN_ACT, entry, SOMEBODY } from './examples.ts'
import { inTransaction } from '../db/query.ts'

/** Webhooks that programs such as Zapier add and remove by themselves. */
export function hookRoutes(api: App, ctx: Context) {
  // Without `once`: its stored answer would hold the secret.
  route(api, CALLS.createHook, (request) => {
    const { id: keyId, name, hook_fields: fields } = keyOf(request)
    return addEndpoint(ctx, { ...request.body, name, fields, keyId })
  })

  route(api, CALLS.deleteHook, async (request) => {
    const mine = { id: request.params.id, keyId: keyOf(request).id }
    if (!(await inTransaction(ctx.dashboardPool, (tx) => deleteEndpoint(tx, mine)))) throw new AppError('not-found')
    await ctx.webhooks.refreshRecipients()
  })

  route(api, CALLS.hookSamples, (request) => {
    const { event: type } = request.query
    const [kind] = type.split('.')
    const isOfPerson = (kind === 'entry' || kind === 'invitation') && type !== 'entry.erased'
    const person = { ...entry, ...entry.answers, source: 'instagram' }
    const claimed = {
      id: AN_ACT,
      event_id: AN_ACT,
      type,
      about: kind === 'entry' || kind === 'invitation' ? SOMEBODY : AN_ACT,
      data: DATA[type] ?? {},
      at: new Date(),
    }
    const payload = payloadOf(claimed, keyOf(request).hook_fields, {
      people: new Map(isOfPerson ? [[SOMEBODY, person as never]] : []),
      names: new Map([[SOMEBODY, entry.full_name]]),
    })
    return [JSON.parse(payload) as never]
  })
}

/** What an event says beside whom it is about. */
const DATA: Partial<Record<EventType, Record<string, unknown>>> = {
  'invitation.sent': { wave_id: AN_ACT },
  'invitation.accepted': { wave_id: AN_ACT },
  'invitation.ended': { wave_id: AN_ACT },
  'update.sent': { people: 412, sent: 409, refused: 3, perhaps: 0, skipped: 0 },
  'site.published': { version: 3 },
}

export function apiActRoutes(api: App, ctx: Context) {
  const { engine } = ctx

  route(api, CALLS.makeAct, (request, reply) => {
    requireScope(request, ACT_SCOPES[request.body.kind])
    return onceByKey(ctx, request, reply, async (id) => {
      await createAct(engine, { id, request: request.body, actor: actorOfKey(request) })
      return { status: 202, body: { act_id: id } }
    })
  })

  route(api, CALLS.previewActOfProgram, (request) => {
    requireScope(request, ACT_SCOPES[request.body.kind])
    return previewAct(engine, request.body)
  })

  route(api, CALLS.readAct, ({ params }) => readApiAct(engine, params.id))
}

export function readApiAct({ pool, kinds }: Engine, id: string): Promise<z.infer<typeof ApiAct>> {
  return readActDetail(pool, kinds, { id })
}
