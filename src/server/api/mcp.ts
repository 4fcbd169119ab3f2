import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import { Tag } from '#shared/list/act-requests.ts'
import { ApiFilters } from '#shared/list/filters.ts'
import { ApiSelection, ApiWaveRequest } from './schemas.ts'
import type { Route } from '#shared/routes/route.ts'
import { CALLS } from './calls.ts'
import { site } from '#shared/site/site.ts'
import { text } from '#shared/values/text-schema.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { toSchema } from '../http/openapi.ts'
import type { App } from '../http/route.ts'

type Args = Record<string, unknown>
type Call = { route: Route; args: Args }
type Tool = {
  description: string
  input?: z.core.$ZodType
  /** Asked without `confirm`, a tool that changes something makes this call in place of its own. */
  preview?: (args: Args) => Call
} & ({ call: (args: Args) => Call } | { answer: (args: Args, publicUrl: string) => object })

const asked = (route: Route) => (args: Args) => ({ route, args })
const toAct = (kind: string) => (args: Args) => ({ route: CALLS.makeAct as Route, args: { kind, ...args } })
const toPreview = (kind: string) => (args: Args) => ({
  route: CALLS.previewActOfProgram as Route,
  args: { kind, ...args },
})
const decisionOf = ({ decision, ...rest }: Args) => ({ kind: decision, ...rest })

const TOOLS: Record<string, Tool> = {
  read_figures: {
    description: 'Sign-ups, growth, answers and sources.',
    input: ApiFilters,
    call: asked(CALLS.readFigures),
  },
  find_people: {
    description: 'People on the list by filters or search, a page at a time. Send next_cursor as cursor for more.',
    input: CALLS.listEntries.query,
    call: asked(CALLS.listEntries),
  },
  read_person: {
    description: 'Everything known about one person.',
    input: z.strictObject({ id: z.uuid() }),
    call: asked(CALLS.readEntry),
  },
  list_reviews: {
    description: 'Inviters whose friends wait for a decision, those who gain most first.',
    input: CALLS.listReviews.query,
    call: asked(CALLS.listReviews),
  },
  tag_people: {
    description: 'Adds a tag to the selected people, or removes it.',
    input: z.strictObject({ select: ApiSelection, tag: Tag, remove: z.optional(z.boolean()) }),
    call: toAct('tag'),
    preview: toPreview('tag'),
  },
  note_people: {
    description: 'Adds a note to the selected people.',
    input: z.strictObject({ select: ApiSelection, text: text(MAX_LENGTH.freeText) }),
    call: toAct('note'),
    preview: toPreview('note'),
  },
  decide: {
    description: 'Accepts or rejects the selected people, or takes that decision back (hold). Their inviters may move.',
    input: z.strictObject({ select: ApiSelection, decision: z.enum(['accept', 'reject', 'hold']) }),
    call: (args) => ({ route: CALLS.makeAct, args: decisionOf(args) }),
    preview: (args) => ({ route: CALLS.previewActOfProgram, args: decisionOf(args) }),
  },
  preview_wave: {
    description: 'Who would be invited next, and who would be passed over and why.',
    input: CALLS.previewWaveOfProgram.body,
    call: asked(CALLS.previewWaveOfProgram),
  },
  make_wave: {
    description: 'Invites the next people in launch order with an email. A sent email cannot be taken back.',
    input: z.omit(ApiWaveRequest, { kind: true }),
    call: toAct('wave'),
    preview: ({ select, includes_ended }) => ({
      route: CALLS.previewWaveOfProgram,
      args: { select, ...(includes_ended !== undefined && { includes_ended }) },
    }),
  },
  preview_update: {
    description: 'How many people an update would reach, and who would not get it and why.',
    input: CALLS.previewUpdateOfProgram.body,
    call: asked(CALLS.previewUpdateOfProgram),
  },
  draft_update: {
    description: 'Stores a draft of an email to the people who pass the filters. A colleague reads and sends it.',
    input: CALLS.draftUpdate.body,
    call: asked(CALLS.draftUpdate),
    preview: ({ filters }) => ({ route: CALLS.previewUpdateOfProgram, args: { filters } }),
  },
  export_link: {
    description: 'The address where a colleague, once signed in, sees these people and exports them as a file.',
    input: ApiFilters,
    answer: (filters, publicUrl) => ({ url: `${publicUrl}/admin/people?${new URLSearchParams(filters as never)}` }),
  },
}

/**
 * Tools for agents, by the Model Context Protocol over streamable HTTP, without sessions. Each is a call of the API with
 * the key of the request, so that scopes, limits and errors are those of the API.
 */
export function mcpRoutes(api: App, publicUrl: () => string) {
  api.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { scope: 'by kind' },
    handler: async ({ method, headers, body }, reply) => {
      const handler = createMcpHandler(
        () => serverOf(api, { authorization: headers.authorization!, publicUrl: publicUrl() }),
        {
          // Nothing here changes while a server runs, and the answer is read whole before it is sent.
          maxSubscriptions: 0,
        },
      )
      const request = new Request(`${publicUrl()}/mcp`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      })
      const answer = await handler.fetch(request, { parsedBody: body })
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(await answer.text())
    },
  })
}

type Caller = { authorization: string; publicUrl: string }

function serverOf(api: App, caller: Caller) {
  const server = new McpServer({ name: site().brand.name, version: '1' })
  for (const [name, tool] of Object.entries(TOOLS)) {
    const isPreviewed = tool.preview !== undefined
    const description = isPreviewed
      ? `${tool.description} Without confirm it changes nothing and says what it would do: ask first, then call it again with confirm.`
      : tool.description
    const annotations = { readOnlyHint: !isPreviewed, destructiveHint: false }
    server.registerTool(name, { description, annotations, inputSchema: inputOf(tool) }, (args) =>
      run(api, caller, tool, args),
    )
  }
  return server
}

function inputOf({ input, preview }: Tool) {
  const { properties, ...schema } = toSchema(input!, 'input')
  const confirm = { confirm: { type: 'boolean', description: 'Make the change. Without it, only a preview.' } }
  return fromJsonSchema<Args>({
    ...schema,
    type: 'object',
    properties: { ...properties, ...(preview && confirm) },
  } as never)
}

async function run(api: App, { authorization, publicUrl }: Caller, tool: Tool, { confirm, ...args }: Args) {
  if ('answer' in tool) return toResult(200, tool.answer(args, publicUrl))
  const isPreview = tool.preview !== undefined && confirm !== true
  const { route, args: sent } = isPreview ? tool.preview!(args) : tool.call(args)
  const names = new Set([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sent[name])))
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.has(name)))
  const answer = await api.inject({
    method: route.method,
    url: path,
    headers: { authorization },
    ...(route.method === 'GET' ? { query: toQuery(rest) } : { payload: rest }),
  })
  const body = answer.json() as object
  return toResult(answer.statusCode, isPreview && answer.statusCode < 300 ? { preview: body } : body)
}

function toQuery(args: Args): Record<string, string> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]))
}

function toResult(status: number, answer: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], isError: status >= 400 }
}
