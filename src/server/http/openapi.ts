import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Route, Routes } from '#shared/routes/route.ts'
import { site } from '#shared/site/site.ts'
import { ErrorResponse } from '#shared/values/error-schema.ts'
import { type App, IdempotencyKey, rightOf } from './route.ts'

/** Tests send each. */
export type Example = { name: string; path: string; status: number; body?: object; answer: unknown }

type Around = { info: { title: string; version: string; description?: string }; servers?: { url: string }[] }
type Described = { sessionCookie: string; examples?: Partial<Record<string, Example[]>> }

export function describe(routes: Routes, around: Around, { sessionCookie, examples = {} }: Described) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route, examples[name] ?? []) }
  }
  const securitySchemes = {
    session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
    key: { type: 'http', scheme: 'bearer' },
  }
  return { openapi: '3.1.0', ...around, components: { securitySchemes, schemas: {} }, paths }
}

export function openapiRoute(
  app: App,
  calls: Routes,
  { isOwner, sessionCookie }: { isOwner: (request: FastifyRequest) => Promise<boolean>; sessionCookie: () => string },
) {
  app.get('/api/openapi.json', async (request, reply) => {
    const isShown = (await isOwner(request)) ? () => true : ({ who }: Route) => who === 'visitor'
    const shown = Object.fromEntries(Object.entries(calls).filter(([, route]) => isShown(route)))
    const info = { title: `${site().brand.name} waitlist`, version: '1' }
    return reply.header('cache-control', 'no-store').send(describe(shown, { info }, { sessionCookie: sessionCookie() }))
  })
}

function operationOf(name: string, route: Route, examples: Example[]) {
  const { who, scope, summary, description, body } = route
  const security = who === 'program' ? [{ key: [] }] : rightOf(route) && [{ session: [] }]
  const parameters = parametersOf(route)
  const bodies = Object.fromEntries(examples.map((example) => [example.name, { value: example.body }]))
  return {
    operationId: name,
    ...(summary && { summary }),
    ...(description && { description: `${description} Scope: ${SCOPE_WORDS[scope!] ?? scope}.` }),
    ...(parameters.length > 0 && { parameters }),
    ...(security && { security }),
    ...(body && { requestBody: { required: true, content: contentOf(body, 'input', bodies) } }),
    responses: responsesOf(route, examples),
  }
}

const SCOPE_WORDS: Record<string, string> = { 'by kind': 'write, invite or erase, by the kind of the act' }

function parametersOf({ path, params, query, once }: Route) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, z.uuid()] as const)
  return [
    ...fieldsOf(query, 'query'),
    ...fieldsOf(params ?? z.object(Object.fromEntries(inPath)), 'path'),
    ...fieldsOf(once && IdempotencyKey, 'header'),
  ]
}

function fieldsOf(schema: z.core.$ZodType | undefined, place: 'query' | 'path' | 'header') {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    schema: field,
    in: place,
    name,
    required: required.includes(name),
  }))
}

function responsesOf({ status, answer, answers }: Route, examples: Example[]) {
  const all = answers ?? { [status ?? (answer ? 200 : 204)]: answer }
  const described = Object.entries(all).map(([code, schema]) => {
    const own = examples.filter((example) => example.status === Number(code))
    const values = Object.fromEntries(own.map((example) => [example.name, { value: example.answer }]))
    return [code, { description: WORDS[code] ?? code, ...(schema && { content: contentOf(schema, 'output', values) }) }]
  })
  return { ...Object.fromEntries(described), default: FAILURE }
}

const WORDS: Record<string, string> = { 200: 'Done', 201: 'Made', 202: 'Accepted', 204: 'Done' }

function contentOf(schema: z.core.$ZodType | 'file', io: 'input' | 'output', examples: Record<string, unknown>) {
  if (schema === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: toSchema(schema, io), examples } }
}

export function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): z.core.JSONSchema.JSONSchema {
  const { $schema: _schema, ...described } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (jsonSchema.const === undefined) return
      jsonSchema.enum = [jsonSchema.const]
      delete jsonSchema.const
    },
  })
  return described
}

const FAILURE = {
  description: 'A failure',
  content: { 'application/json': { schema: z.toJSONSchema(ErrorResponse, { target: 'openapi-3.0' }) } },
}
