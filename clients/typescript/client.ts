import type { operations } from './schema.d.ts'

/*
 * A client of a Firstchair list, without dependencies, for Node, Deno, Bun and other programs that have fetch. The types are
 * made from the description of the API: see docs/other-programs.md of Firstchair.
 */

type Id = keyof operations
type Parameters<Name extends Id> = operations[Name]['parameters']
type Query<Name extends Id> = NonNullable<Parameters<Name>['query']>
type Body<Name extends Id> = operations[Name] extends { requestBody?: { content: { 'application/json': infer Sent } } }
  ? Sent
  : never
type Answers<Name extends Id> = operations[Name]['responses']
type Answer<Name extends Id> = {
  [Status in keyof Answers<Name> & (200 | 201 | 202)]: Answers<Name>[Status] extends {
    content: { 'application/json': infer Received }
  }
    ? Received
    : never
}[keyof Answers<Name> & (200 | 201 | 202)]

/** The server refused: `code` and `fields` are those of the answer, `status` is that of HTTP. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>

  constructor(status: number, error: { code?: string; message?: string; fields?: Record<string, string> } = {}) {
    super(error.message ?? `The server answered ${status}.`)
    Object.assign(this, { name: 'Refused' })
    this.status = status
    this.code = error.code ?? 'unknown'
    this.fields = error.fields ?? {}
  }
}

type Options = {
  /** The address of the list, such as https://waitlist.example. */
  url: string
  /** A key of Settings, Other programs. */
  key: string
  /** How often a call is repeated after 429, 502, 503, 504 or a lost connection; 4 if not given. */
  retries?: number
}

export type Firstchair = ReturnType<typeof createClient>

/**
 * Every call throws Refused for an answer that is no success. Calls that change something carry an `Idempotency-Key`, so a
 * repeated one changes nothing twice.
 */
export function createClient({ url, key, retries = 4 }: Options) {
  async function send<Name extends Id>(method: string, path: string, body?: Body<Name>): Promise<Answer<Name>> {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (method !== 'GET') headers['idempotency-key'] = crypto.randomUUID()
    if (body !== undefined) headers['content-type'] = 'application/json'
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(new URL(`/api/v1/${path}`, url), request).catch((error: unknown) => {
        if (attempt >= retries) throw error
      })
      if (response?.ok) return (await response.json()) as Answer<Name>
      if (response && (attempt >= retries || !PASSING.includes(response.status))) throw await toRefused(response)
      await pause(Number(response?.headers.get('retry-after')) || 2 ** attempt)
    }
  }

  return {
    listEntries: (query: Query<'listEntries'> = {}) => send<'listEntries'>('GET', withQuery('entries', query)),
    /** Everybody who passes the filters, page after page. */
    async *everyEntry(query: Query<'listEntries'> = {}) {
      let cursor: string | null | undefined
      do {
        const page: Answer<'listEntries'> = await this.listEntries({ ...query, ...(cursor && { cursor }) })
        yield* page.entries
        cursor = page.next_cursor
      } while (cursor)
    },
    readEntry: (id: string) => send<'readEntry'>('GET', `entries/${encodeURIComponent(id)}`),
    join: (person: Body<'joinEntry'>) => send<'joinEntry'>('POST', 'entries', person),
    changeEntry: (id: string, change: Body<'changeEntry'>) =>
      send<'changeEntry'>('PATCH', `entries/${encodeURIComponent(id)}`, change),
    eraseEntry: (id: string) => send<'eraseEntry'>('DELETE', `entries/${encodeURIComponent(id)}`),
    act: (act: Body<'makeAct'>) => send<'makeAct'>('POST', 'acts', act),
    readAct: (id: string) => send<'readAct'>('GET', `acts/${encodeURIComponent(id)}`),
    readFigures: (query: Query<'readFigures'> = {}) => send<'readFigures'>('GET', withQuery('figures', query)),
    listWaves: (query: Query<'listWaves'> = {}) => send<'listWaves'>('GET', withQuery('waves', query)),
  }
}

/** The server, or what stands before it, takes no more for a moment. */
const PASSING = [429, 502, 503, 504]

function withQuery(path: string, query: object): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return `${path}?${given}`
}

async function toRefused(response: Response): Promise<Refused> {
  const body = await response.json().catch(() => null)
  return new Refused(response.status, (body as { error?: object } | null)?.error)
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, seconds * 1_000))
}
