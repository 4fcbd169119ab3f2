import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { type Right, ROLES } from '#shared/owner/accounts.ts'
import { IdempotencyKey } from '#shared/programs/api.ts'
import type { Scope } from '#shared/programs/keys.ts'
import type { AnswerOf, ParamsOf, Route } from '#shared/routes/route.ts'
import type { App } from './server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    right?: Right
    scope?: Scope | 'by kind'
  }
}

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : unknown
type RequestOf<R extends Route> = FastifyRequest<{
  Params: ParamsOf<R>
  Querystring: R extends { query: infer Query } ? Output<Query> : unknown
  Body: R extends { body: infer Body } ? Output<Body> : unknown
}>
type Answered<R extends Route> = FastifyReply | (AnswerOf<R> extends null ? void | null : AnswerOf<R>)
type Handler<R extends Route> = (request: RequestOf<R>, reply: FastifyReply) => Answered<R> | Promise<Answered<R>>
type Options = Pick<RouteShorthandOptions, 'config' | 'onRequest' | 'bodyLimit'>

export function route<R extends Route>(app: App, called: R, handler: Handler<R>, { config, ...options }: Options = {}) {
  const { method, path, scope, status = called.answer || called.answers ? 200 : 204 } = called
  const right = rightOf(called)
  app.route({
    ...options,
    method,
    url: path,
    config: { ...config, ...(right && { right }), ...(scope && { scope }) },
    schema: schemaOf(called),
    handler: (request, reply) => handler(request as never, reply.code(status) as never) as never,
  })
}

export function rightOf({ who, proof }: Route): Right | undefined {
  const role = ROLES.find((known) => known === who)
  return role && { role, ...(proof && { proof }) }
}

function schemaOf({ path, once, params, query, body, status, answer, answers }: Route) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, z.uuid()] as const)
  const response = answers ?? (answer && answer !== 'file' ? { [status ?? 200]: answer } : { 204: z.nullish(z.void()) })
  return {
    ...(names.length > 0 && { params: params ?? z.object(Object.fromEntries(names)) }),
    ...(query && { querystring: query }),
    ...(body && body !== 'file' && { body }),
    ...(once && { headers: IdempotencyKey }),
    ...(answer !== 'file' && { response }),
  }
}
