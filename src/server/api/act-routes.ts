import * as z from 'zod/mini'
import { ACT_SCOPES, ApiAccepted, ApiAct, ApiActRequest, IdempotencyKey } from '#shared/programs/api.ts'
import { paths } from '#shared/site/paths.ts'
import { createAct, type Engine } from '../acts/create-act.ts'
import { readActDetail } from '../acts/read-acts.ts'
import type { App } from '../http/server.ts'
import { described } from './describe-api.ts'
import { actorOfKey, requireScope } from './require-key.ts'
import type { Once } from './routes.ts'

export function apiActRoutes(api: App, { engine, once }: { engine: Engine; once: Once }) {
  const path = `${paths.api.v1}/acts`

  api.post(
    path,
    {
      schema: {
        ...described('makeAct'),
        headers: IdempotencyKey,
        body: ApiActRequest,
        response: { 202: ApiAccepted },
      },
      config: { scope: 'by kind' },
    },
    (request, reply) => {
      requireScope(request, ACT_SCOPES[request.body.kind])
      return once(request, reply, async (id) => {
        await createAct(engine, { id, request: request.body, actor: actorOfKey(request) })
        return { status: 202, body: { act_id: id } }
      })
    },
  )

  api.get(
    `${path}/:id`,
    {
      schema: { ...described('readAct'), params: z.object({ id: z.uuid() }), response: { 200: ApiAct } },
      config: { scope: 'read' },
    },
    ({ params }) => readApiAct(engine, params.id),
  )
}

export function readApiAct({ pool, kinds }: Engine, id: string): Promise<z.infer<typeof ApiAct>> {
  return readActDetail({ db: pool, kinds }, { id })
}
