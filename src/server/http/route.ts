import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteShorthandOptions,
} from 'fastify'
import * as z from 'zod/mini'
import { type Right, ROLES } from '#shared/owner/accounts.ts'
import type { Scope } from '#shared/programs/keys.ts'
import type { AnswerOf, ParamsOf, Route } from '#shared/routes/route.ts'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

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
    handler: (request, reply) =>
      handler(request as never, reply.code(status).header('cache-control', 'no-store') as never) as never,
  })
}

export function rightOf({ who, proof }: Route): Right | undefined {
  const role = ROLES.find((known) => known === who)
  return role && { role, ...(proof && { proof }) }
}

export const IdempotencyKey = z.looseObject({
  'idempotency-key': z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})

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

export function explainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must ${amount('at least', Number(issue.minimum), issue.origin)}`
    case 'too_big':
      return `must ${amount('at most', Number(issue.maximum), issue.origin)}`
    case 'invalid_format':
      return `must be a valid ${issue.format}`
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `must be one of ${issue.options.join(', ')}`
        : 'has none of the accepted forms'
    default:
      return undefined
  }
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'a JSON object',
}

function amount(bound: string, count: number, origin: string): string {
  const unit = { string: 'character', array: 'item' }[origin]
  return unit ? `have ${bound} ${count} ${unit}${count === 1 ? '' : 's'}` : `be ${bound} ${count}`
}
