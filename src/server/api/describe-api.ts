import * as z from 'zod/mini'
import { ErrorResponse } from '#shared/values/errors.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { KEY_SCHEME } from '../http/openapi.ts'
import { type Example, examples } from './examples.ts'
import { type OperationId, OPERATIONS } from './operations.ts'
import { CALLS_A_MINUTE } from './require-key.ts'

/** The parts of a route's schema that only document the route. */
export function described(operationId: OperationId) {
  const { summary, description, scope } = OPERATIONS[operationId]
  return { operationId, summary, description: `${description} Scope: ${scope}.`, security: [{ [KEY_SCHEME]: [] }] }
}

type Media = { schema?: object; examples?: Record<string, { value: unknown }> }
type Content = { content?: Record<string, Media>; description?: string }
type Operation = { operationId?: string; requestBody?: Content; responses?: Record<string, Content> }
type Description = { openapi?: string; paths?: Record<string, object | undefined>; components?: object }

/** The OpenAPI description of `/api/v1` with examples, made from the description of all routes. */
export function describeApi({ openapi, paths: all, components }: Description, origin: string): object {
  const own = Object.entries(all ?? {}).filter(([path]) => path.startsWith(`${paths.api.v1}/`))
  return {
    openapi,
    info: { title: `${site().brand.name} API`, version: '1', description: INTRODUCTION },
    servers: [{ url: origin }],
    components,
    paths: Object.fromEntries(own.map(([path, operations]) => [path, withExamples({ ...operations })])),
  }
}

const INTRODUCTION = `Send a key of Settings, Other programs, as \`Authorization: Bearer fc_...\`. A key may call ${CALLS_A_MINUTE} times a minute; after that the answer is 429 with \`Retry-After\`. With the header \`Idempotency-Key\`, a request that is sent again within a day gets the first answer and changes nothing. Every failure has the body \`{ "error": { "code", "message", "fields" } }\`.`

const WORDS: Record<string, string> = { 200: 'Done', 201: 'Made', 202: 'Accepted' }

function withExamples(operations: Record<string, Operation>) {
  return Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, withExample(operation)]))
}

function withExample({ requestBody, responses = {}, ...operation }: Operation): Operation {
  const own = examples()[operation.operationId as OperationId]
  const described = Object.entries(responses).map(([status, response]) => {
    const answers = own.filter((example) => example.status === Number(status))
    return [status, { ...addTo(response, answers, ({ answer }) => answer), description: WORDS[status] ?? status }]
  })
  return {
    ...operation,
    ...(requestBody && { requestBody: addTo(requestBody, own, ({ body }) => body) }),
    responses: { ...Object.fromEntries(described), default: FAILURE },
  }
}

function addTo(part: Content, own: Example[], valueOf: (example: Example) => unknown): Content {
  const values = Object.fromEntries(own.map((example) => [example.name, { value: valueOf(example) }]))
  const content = Object.entries(part.content ?? {}).map(([type, media]) => [type, { ...media, examples: values }])
  return { ...part, content: Object.fromEntries(content) }
}

const FAILURE = {
  description: 'A failure',
  content: { 'application/json': { schema: z.toJSONSchema(ErrorResponse, { target: 'openapi-3.0' }) } },
}
