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

/** What the page has said already, and the section that says it. */
type Said = Map<string, string>

export function toReference({ info, paths }: Description): string {
  const said: Said = new Map()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => sectionOf(`${method.toUpperCase()} ${path}`, operation, said)),
  )
  return `${['# The API', info.description, MADE, ...operations].join('\n\n')}\n`
}

const MADE =
  'The same as JSON is at `/api/v1/openapi.json`. [Other programs](other-programs.md) says how to make a key, and has a client for TypeScript.'

function sectionOf(call: string, operation: Operation, said: Said): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const sent = mediaOf(requestBody?.content)
  const answers = Object.entries(responses).filter(([status]) => status !== 'default')
  const pointer = (text: string) => pointerTo(said, summary, text)
  return [
    `## ${summary}`,
    `\`${call}\``,
    description,
    parameters.length > 0 && table('parameter', withoutFilters(summary, parameters).map(rowOfParameter), pointer),
    sent && bodyOf(sent.schema, pointer),
    ...examplesOf('To send', sent, pointer),
    ...answers.flatMap(([status, { content }]) => examplesOf(`Answer ${status}`, mediaOf(content), pointer)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What is said a second time points to the first. */
type Pointer = (text: string) => string | undefined

function pointerTo(said: Said, section: string, text: string): string | undefined {
  const first = said.get(text)
  if (!first) said.set(text, section)
  if (!first || first === section) return first && 'as above'
  const heading = first.toLowerCase().replaceAll(/[^a-z ]/g, '')
  return `as under [${first}](#${heading.replaceAll(' ', '-')})`
}

/** The filters stand at the first call alone. */
function withoutFilters(summary: string, parameters: Parameter[]): Parameter[] {
  const [first, last] = ['range', 'reward'].map((end) => parameters.findIndex(({ name }) => name === end))
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

/** Neighbours that may be the same share a row. */
function table(head: string, rows: Row[], pointer: Pointer): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const merged = rows.reduce<Row[]>((done, [name, words]) => {
    const last = done.at(-1)
    return last?.[1] === words ? [...done.slice(0, -1), [`${last[0]}, ${name}`, words]] : [...done, [name, words]]
  }, [])
  return [
    `| ${head} | what it may be |`,
    '|---|---|',
    ...merged.map(([name, words]) => `| ${name} | ${cell((words.length > LONG && pointer(words)) || words)} |`),
  ].join('\n')
}

/** Shorter words are repeated. */
const LONG = 100

function rowOfParameter({ name, in: where, required, schema }: Parameter): Row {
  const words = [where !== 'query' && `in the ${where}`, required && where !== 'path' && 'needed', wordsOf(schema)]
  return [`\`${name}\``, words.filter(Boolean).join('; ')]
}

/** A body that has one of several forms has a table for each set of fields. */
function bodyOf(body: Schema, pointer: Pointer): string {
  const forms = body.oneOf ?? body.anyOf
  if (!forms) return table('body', fieldsOf(body), pointer)
  const first = pointer(JSON.stringify(forms))
  if (first) return `The body is ${first}.`
  const alike = Object.values(
    Object.groupBy(forms, ({ properties }) => JSON.stringify({ ...properties, kind: null })),
  ) as Schema[][]
  return alike
    .map((same) => {
      const { properties, required } = same[0]!
      const kinds = { enum: same.flatMap(({ properties: { kind } = {} }) => kind?.enum ?? kind?.const ?? []) }
      return table('body', fieldsOf({ required, properties: { ...properties, kind: kinds } }), pointer)
    })
    .join('\n\n')
}

function fieldsOf({ properties = {}, required = [] }: Schema): Row[] {
  return Object.entries(properties).map(([name, schema]) => [
    `\`${name}\``,
    [required.includes(name) && 'needed', wordsOf(schema)].filter(Boolean).join('; '),
  ])
}

function wordsOf(schema: Schema): string {
  const forms = schema.anyOf ?? schema.oneOf
  const words = forms ? [...new Set(forms.map(wordsOf))].join(', or ') : plainWordsOf(schema)
  const isNullable = schema.nullable && !words.endsWith('null')
  const usual = schema.default === undefined ? '' : `; \`${written(schema.default)}\` if not given`
  return `${words}${isNullable ? ', or null' : ''}${usual}`
}

function written(value: unknown): string {
  return typeof value === 'object' || value === '' ? JSON.stringify(value) : String(value)
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

/** Of answers that are alike the first is shown, and a large object once. */
function examplesOf(title: string, media: Media | undefined, pointer: Pointer): string[] {
  const shapes = new Set<string>()
  return Object.entries(media?.examples ?? {}).flatMap(([name, { value }]) => {
    const shape = JSON.stringify(value, (_key, part: unknown) => (part && typeof part === 'object' ? part : 0))
    if (title !== 'To send' && shapes.has(shape)) return []
    shapes.add(shape)
    const first = isLarge(value) && pointer(JSON.stringify(value))
    if (first) return `${title}, ${name}: ${first}.`
    const once = JSON.stringify(
      value,
      (key, part: unknown) =>
        (key && isLarge(part) && pointer(JSON.stringify(part))?.replace(/\[(.*)\].*/, '$1')) || part,
      2,
    )
    return `${title}, ${name}:\n\n\`\`\`json\n${once.replaceAll(/\[\s+("[^"\n]{0,40}")\s+\]/g, '[$1]')}\n\`\`\``
  })
}

function isLarge(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 7
}
