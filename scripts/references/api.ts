type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  nullable?: boolean
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}
type Media = { schema: Schema; examples?: Record<string, { value: unknown }> }
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content: Record<string, Media> }>
}
export type Description = { info: { description: string }; paths: Record<string, Record<string, Operation>> }

export function toReference({ info, paths }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => sectionOf(`${method.toUpperCase()} ${path}`, operation)),
  )
  return `${['# The API', info.description, MADE, ...operations].join('\n\n')}\n`
}

const MADE =
  'The same as JSON is at `/api/v1/openapi.json`. [Other programs](other-programs.md) says how to make a key, and has a client for TypeScript.'

function sectionOf(call: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const sent = mediaOf(requestBody?.content)
  const answers = Object.entries(responses).filter(([status]) => status !== 'default')
  return [
    `## ${summary}`,
    `\`${call}\``,
    description,
    parameters.length > 0 && table('parameter', withoutFilters(summary, parameters).map(rowOfParameter)),
    sent && fieldsOf('body', sent.schema),
    ...examplesOf('To send', sent),
    ...answers.flatMap(([status, { content }]) => examplesOf(`Answer ${status}`, mediaOf(content))),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The filters stand at the first call alone. */
function withoutFilters(summary: string, parameters: Parameter[]): Parameter[] {
  const [first, last] = ['range', 'tag'].map((end) => parameters.findIndex(({ name }) => name === end))
  if (summary === 'Read people' || first! < 0) return parameters
  const filters = {
    name: 'filters',
    in: 'query',
    schema: { type: 'those of [Read people](#read-people), each by its name' },
  }
  return [...parameters.slice(0, first), filters, ...parameters.slice(last! + 1)]
}

function mediaOf(content: Record<string, Media> | undefined): Media | undefined {
  return content?.['application/json']
}

type Row = [name: string, words: string]

function table(head: string, rows: Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return [
    `| ${head} | what it may be |`,
    '|---|---|',
    ...rows.map(([name, words]) => `| ${name} | ${cell(words)} |`),
  ].join('\n')
}

function rowOfParameter({ name, in: where, required, schema }: Parameter): Row {
  const words = [where !== 'query' && `in the ${where}`, required && where !== 'path' && 'needed', wordsOf(schema)]
  return [`\`${name}\``, words.filter(Boolean).join('; ')]
}

/** A body that has one of several forms has a table for each. */
function fieldsOf(head: string, { oneOf, anyOf, properties = {}, required = [] }: Schema): string {
  const forms = oneOf ?? anyOf
  if (forms) return forms.map((form) => fieldsOf(`${head}: ${kindOf(form)}`, form)).join('\n\n')
  return table(
    head,
    Object.entries(properties).map(([name, schema]) => [
      `\`${name}\``,
      [required.includes(name) && 'needed', wordsOf(schema)].filter(Boolean).join('; '),
    ]),
  )
}

function kindOf({ properties = {} }: Schema): string {
  const { kind } = properties
  if (kind?.enum) return kind.enum.join(', ')
  return Object.keys(properties).join(', ')
}

function wordsOf(schema: Schema): string {
  const forms = schema.anyOf ?? schema.oneOf
  const words = forms ? [...new Set(forms.map(wordsOf))].join(', or ') : plainWordsOf(schema)
  const isNullable = schema.nullable && !words.endsWith('null')
  const usual = schema.default === undefined ? '' : `; \`${written(schema.default)}\` if not given`
  return `${words}${isNullable ? ', or null' : ''}${usual}`
}

function written(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function plainWordsOf(schema: Schema): string {
  const { type, format, items, properties, minimum, maximum, maxLength, maxItems } = schema
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return values.map((value) => (value === null ? 'null' : `\`${String(value)}\``)).join(', ')
  if (type === 'array') return `list of ${wordsOf(items ?? {})}${maxItems ? `, at most ${maxItems}` : ''}`
  if (properties?.['range'] && properties['industry']) return 'the filters of [Read people](#read-people)'
  if (properties) {
    const required = new Set(schema.required)
    const parts = Object.entries(properties).map(
      ([name, part]) => `\`${name}\`${required.has(name) ? '' : '?'}: ${wordsOf(part)}`,
    )
    return `object (${parts.join('; ')})`
  }
  const bounds = [
    maxLength && `at most ${maxLength} characters`,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `at least ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
  ]
  return [format ?? type ?? 'any value', ...bounds].filter(Boolean).join(', ')
}

function examplesOf(title: string, media: Media | undefined): string[] {
  return Object.entries(media?.examples ?? {}).map(
    ([name, { value }]) => `${title}, ${name}:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  )
}
