import { APIResponseError, Client, isHTTPResponseError, type UpdateDataSourceParameters } from '@notionhq/client'
import type { Choice, TestResult } from '#shared/owner/integrations.ts'
import { own } from '#shared/values/own.ts'
import { DeliveryError, hideSecrets, readRetryAfter, toLines, unanswered, unexpected } from './delivery-error.ts'
import { NOBODY } from './newsletter.ts'
import {
  defineMissing,
  findFurtherProblems,
  findPropertyProblems,
  type NotionProperties,
  type NotionSchema,
  toTitle,
} from './notion-properties.ts'

type NotionAccess = { token: string; baseUrl: string; timeoutMs?: number }
export type NotionConfig = NotionAccess & { dataSourceId: string }

type Updated = 'updated' | 'in trash' | 'gone'

/** All but `check` throw a DeliveryError. */
export type Notion = {
  dataSourceId: string
  check: () => Promise<TestResult>
  missing: () => string[]
  createMissing: () => Promise<void>
  readSchema: () => Promise<NotionSchema>
  knownSchema: () => NotionSchema | null
  /** The ids of the pages with this email, the oldest first, at most `most`. Pages in the trash do not count. */
  findPages: (email: string, most: number) => Promise<string[]>
  createPage: (properties: NotionProperties) => Promise<string>
  updatePage: (pageId: string, properties: NotionProperties) => Promise<Updated>
  trashPage: (pageId: string) => Promise<void>
  bringNobody: () => Promise<string>
  removeNobody: (id: string) => Promise<void>
}

const SCHEMA_IS_FRESH = 10 * 60_000

export function createNotion({ dataSourceId, ...access }: NotionConfig): Notion {
  const client = createClient(access)
  const { findFault, ...source } = createSource(client, dataSourceId)

  return {
    dataSourceId,
    ...source,
    ...createPageCalls(client, { dataSourceId, findFault }),
    async bringNobody() {
      const [known] = await this.findPages(NOBODY.email, 1)
      return known ?? this.createPage({ Email: { email: NOBODY.email }, ...toTitle(NOBODY.name) })
    },
    removeNobody(id) {
      return this.trashPage(id)
    },
    async trashPage(pageId) {
      await client.pages.update({ page_id: pageId, in_trash: true }).catch((error: unknown) => {
        if (!isGone(error) && !isInTrash(error)) fail(error)
      })
    },
  }
}

type PageCalls = Pick<Notion, 'findPages' | 'createPage' | 'updatePage'>
type Place = { dataSourceId: string; findFault: Source['findFault'] }

function createPageCalls(client: Client, { dataSourceId, findFault }: Place): PageCalls {
  return {
    async findPages(email, most) {
      const { results } = await client.dataSources
        .query({
          data_source_id: dataSourceId,
          filter: { property: 'Email', email: { equals: email } },
          sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
          page_size: most,
        })
        .catch((error: unknown) => findFault(error, null))
      if (!Array.isArray(results)) throw unexpected('Notion')
      return results.map(({ id }) => id)
    },
    async createPage(properties) {
      const parent = { type: 'data_source_id', data_source_id: dataSourceId } as const
      const { id } = await client.pages
        .create({ parent, properties })
        .catch((error: unknown) => findFault(error, properties))
      if (!id) throw unexpected('Notion')
      return id
    },
    async updatePage(pageId, properties) {
      try {
        await client.pages.update({ page_id: pageId, properties })
        return 'updated'
      } catch (error) {
        if (isGone(error)) return 'gone'
        if (isInTrash(error)) return 'in trash'
        return findFault(error, properties)
      }
    },
  }
}

type Source = Pick<Notion, 'check' | 'missing' | 'createMissing' | 'readSchema' | 'knownSchema'> & {
  findFault: (error: unknown, sent: NotionProperties | null) => Promise<never>
}

function createSource(client: Client, dataSourceId: string): Source {
  let known: { schema: NotionSchema; readAt: number } | undefined

  async function readSource() {
    const found = await client.dataSources.retrieve({ data_source_id: dataSourceId }).catch((error: unknown) => {
      throw toReadingError(error)
    })
    if (!found.properties) throw unexpected('Notion')
    known = { schema: found.properties, readAt: Date.now() }
    const name = 'title' in found ? found.title.map((part) => part.plain_text).join('') : ''
    return { name, schema: found.properties }
  }

  async function findFault(error: unknown, sent: NotionProperties | null): Promise<never> {
    if (!APIResponseError.isAPIResponseError(error) || error.code !== 'validation_error') return fail(error)
    const { schema } = await readSource()
    throw faultOf(error, { schema, sent })
  }

  return {
    findFault,
    async check() {
      try {
        return judge(await readSource())
      } catch (error) {
        return { ok: false, message: (error as Error).message, problems: [] }
      }
    },
    missing: () => (known ? Object.keys(defineMissing(known.schema)) : []),
    async createMissing() {
      const { schema } = await readSource()
      const properties = defineMissing(schema) as UpdateDataSourceParameters['properties']
      await client.dataSources.update({ data_source_id: dataSourceId, properties }).catch((error: unknown) => {
        throw toDeliveryError(error, 'these properties')
      })
    },
    readSchema: async () => (await readSource()).schema,
    knownSchema: () => (known && Date.now() - known.readAt < SCHEMA_IS_FRESH ? known.schema : null),
  }
}

/** The data source may lack a required property, or have changed since it was read; otherwise the person's data is at fault. */
type Refused = { schema: NotionSchema; sent: NotionProperties | null }

function faultOf(error: unknown, { schema, sent }: Refused): DeliveryError {
  const problem = toLines(findPropertyProblems(schema))
  if (problem) return new DeliveryError('misconfigured', problem, { cause: error })
  if (sent === null) return toReadingError(error)
  const hasChanged = Object.entries(sent).some(([name, value]) => {
    const property = own(schema, name)
    return name !== 'title' && !(property && property.type in value!)
  })
  if (!hasChanged) return toDeliveryError(error)
  return new DeliveryError('failed', 'The properties in Notion have changed meanwhile.', { cause: error })
}

function judge({ name, schema }: { name: string; schema: NotionSchema }): TestResult {
  const problems = findPropertyProblems(schema)
  const message = `Notion's data source "${name || 'Untitled'}" can be reached`
  const further = findFurtherProblems(schema)
  if (problems.length === 0) return checked(message, further)
  const sentence = `${message}, but its properties are not right yet.`
  return { ok: false, message: sentence, problems: [...problems, ...further] }
}

export async function listDataSources(access: NotionAccess): Promise<Choice[]> {
  const filter = { property: 'object', value: 'data_source' } as const
  const { results } = await createClient(access).search({ filter, page_size: 100 }).catch(fail)
  if (!Array.isArray(results)) throw unexpected('Notion')
  return results.map((found) => {
    const title = 'title' in found && Array.isArray(found.title) ? found.title : []
    return { id: found.id, name: title.map((part) => part.plain_text).join('') || 'Untitled' }
  })
}

function createClient({ token, baseUrl, timeoutMs = 20_000 }: NotionAccess): Client {
  return new Client({
    auth: token,
    baseUrl,
    retry: false,
    logger: () => {},
    // The client's own timeout ends when the answer begins; this one also covers the body.
    async fetch(url, { method, headers, body } = {}) {
      const init = { method, headers, body, signal: AbortSignal.timeout(timeoutMs) } as RequestInit
      const answer = await fetch(url, init)
      const text = hideSecrets(await answer.text(), [token])
      return new Response(text || null, { status: answer.status, headers: answer.headers })
    },
    timeoutMs: timeoutMs + 1_000,
  })
}

/** Pages are written without answers whose property is missing. */
function checked(message: string, missing: string[]): TestResult {
  const rest = missing.length === 0 ? 'has all properties' : 'pages are written, without the answers named here'
  return { ok: true, message: `${message} and ${rest}.`, problems: missing }
}

function isGone(error: unknown): boolean {
  return APIResponseError.isAPIResponseError(error) && error.code === 'object_not_found'
}

function isInTrash(error: unknown): boolean {
  return (
    APIResponseError.isAPIResponseError(error) &&
    error.code === 'validation_error' &&
    /archived|trash/i.test(error.message)
  )
}

function fail(error: unknown): never {
  throw toDeliveryError(error)
}

function toReadingError(error: unknown): DeliveryError {
  const failure = toDeliveryError(error, 'what we ask for')
  return failure.kind === 'refused' ? new DeliveryError('misconfigured', failure.message, { cause: error }) : failure
}

function toDeliveryError(error: unknown, sent = 'this page'): DeliveryError {
  if (error instanceof DeliveryError) return error
  if (!isHTTPResponseError(error)) return unanswered('Notion', error)

  const { status, message, headers } = error
  const retryAfter = readRetryAfter((headers as Headers).get('retry-after'))
  const because = (kind: DeliveryError['kind'], sentence: string) =>
    new DeliveryError(kind, sentence, { cause: error, retryAfter })
  if (status === 429) return because('unavailable', 'Notion accepts no more calls for a moment: its limit is reached.')
  if ([502, 503, 504, 529].includes(status))
    return because('unavailable', `Notion is overloaded or unavailable (status ${status}).`)
  // An error that is not from Notion's API, such as a proxy's, does not mean that the request is wrong.
  if (status >= 500 || status === 409 || !APIResponseError.isAPIResponseError(error))
    return because('failed', `Notion failed (status ${status}).`)
  if (status === 401)
    return because('misconfigured', 'Notion does not accept the token: put a valid one into NOTION_TOKEN.')
  if (status === 403)
    return because(
      'misconfigured',
      'The integration may not do this: give it the capabilities to read, update and insert content in Notion.',
    )
  if (status === 404)
    return because(
      'misconfigured',
      'Notion does not show the data source: add the integration to it under "Connections", or correct NOTION_DATA_SOURCE_ID.',
    )
  // A free workspace with several members is limited to a thousand blocks.
  if (/\bblock(s| limit)|\bupgrade\b/i.test(message)) return because('misconfigured', `Notion is full: ${message}`)
  return because('refused', `Notion does not take ${sent}: ${message}`)
}
