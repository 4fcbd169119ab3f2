import type * as z from 'zod/mini'
import { ROUTES } from '#shared/routes.ts'
import type { ApiAct } from '#shared/programs/api.ts'
import { ACT_SCOPES } from '#shared/programs/api.ts'
import { createAct, type Engine } from '../acts/create-act.ts'
import { previewAct } from '../acts/preview-act.ts'
import { readActDetail } from '../acts/read-acts.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { actorOfKey, requireScope } from './require-key.ts'
import type { Once } from './routes.ts'

export function apiActRoutes(api: App, { engine, once }: { engine: Engine; once: Once }) {
  route(api, ROUTES.makeAct, (request, reply) => {
    requireScope(request, ACT_SCOPES[request.body.kind])
    return once(request, reply, async (id) => {
      await createAct(engine, { id, request: request.body, actor: actorOfKey(request) })
      return { status: 202, body: { act_id: id } }
    })
  })

  route(api, ROUTES.previewActOfProgram, (request) => {
    requireScope(request, ACT_SCOPES[request.body.kind])
    return previewAct(engine, request.body)
  })

  route(api, ROUTES.readAct, ({ params }) => readApiAct(engine, params.id))
}

export function readApiAct({ pool, kinds }: Engine, id: string): Promise<z.infer<typeof ApiAct>> {
  return readActDetail({ db: pool, kinds }, { id })
}
