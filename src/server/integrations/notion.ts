import { APIResponseError, Client, isHTTPResponseError, type UpdateDataSourceParameters } from '@notionhq/client'
import type { Choice, TestResult } from '#shared/owner/integrations.ts'
import { DeliveryError } from './delivery-error.ts'
import { hideSecrets } from './hide-secrets.ts'
import { NOBODY } from './nobody.ts'
import {
  defineMissing,
  findFurtherProblems,
  findPropertyProblems,
  type NotionProperties,
  type NotionSchema,
  toTitle,
} from './notion-properties.ts'
import { toLines } from './to-lines.ts'
import { readRetryAfter, unanswered, unexpected } from './unanswered.ts'

type NotionAccess = { token: string; baseUrl: string; timeoutMs?: number }
export type NotionConfig = NotionAccess & { dataSourceId: string }

/** The outcome of changing a page. `gone`: the page does not exist, or no longer exists. */
type Updated = 'updated' | 'in trash' | 'gone'

/** All operations except `check` throw a DeliveryError. Most make one call, and a second one to explain a refusal. */
export type Notion = {
  dataSourceId: string
  check: () => Promise<TestResult>
  /** The names of the properties that are missing in the schema as last read. Makes no call. */
  missing: () => string[]
  /** Creates all missing properties, or none. */
  createMissing: () => Promise<void>
  readSchema: () => Promise<NotionSchema>
  /** The schema if it was read within the last ten minutes. Makes no call. */
  knownSchema: () => NotionSchema | null
  /** The pages with this email, the oldest first, at most `most`. Pages in the trash do not count. */
  findPages: (email: string, most: number) => Promise<string[]>
  /** Resolves to the id of the new page. */
  createPage: (properties: NotionProperties) => Promise<string>
  updatePage: (pageId: string, properties: NotionProperties) => Promise<Updated>
  /** Puts a page into Notion's trash. Also succeeds if the page is already there or no longer exists. */
  trashPage: (pageId: string) => Promise<void>
  /** Creates a page for a made-up person unless there is one. Resolves to the id of the page. */
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
    async findPages(email, most) {
      const { results } = await client.dataSources
        .query({
          data_source_id: dataSourceId,
          filter: { property: 'Email', email: { equals: email } },
          sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
          page_size: most,
        })
        .catch(findFault)
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
        if (!APIResponseError.isAPIResponseError(error)) return fail(error)
        if (error.code === 'object_not_found') return 'gone'
        if (isInTrash(error)) return 'in trash'
        return findFault(error, properties)
      }
    },
    async bringNobody() {
      const [known] = await this.findPages(NOBODY.email, 1)
      return known ?? this.createPage({ Email: { email: NOBODY.email }, ...toTitle(NOBODY.name) })
    },
    removeNobody(id) {
      return this.trashPage(id)
    },
    async trashPage(pageId) {
      await client.pages.update({ page_id: pageId, in_trash: true }).catch((error: unknown) => {
        const isGone = APIResponseError.isAPIResponseError(error) && error.code === 'object_not_found'
        if (!isGone && !isInTrash(error)) fail(error)
      })
    },
  }
}

type Source = Pick<Notion, 'check' | 'missing' | 'createMissing' | 'readSchema' | 'knownSchema'> & {
  findFault: (error: unknown, sent?: NotionProperties) => Promise<never>
}

/** The data source with its schema. */
function createSource(client: Client, dataSourceId: string): Source {
  let known: { schema: NotionSchema; readAt: number } | undefined

  async function readSource() {
    const found = await client.dataSources.retrieve({ data_source_id: dataSourceId }).catch(fail)
    if (!found.properties) throw unexpected('Notion')
    known = { schema: found.properties, readAt: Date.now() }
    const name = 'title' in found ? found.title.map((part) => part.plain_text).join('') : ''
    return { name, schema: found.properties }
  }

  /**
   * Explains a refusal: the data source is at fault if it lacks a required property, otherwise this person's data is.
   */
  async function findFault(error: unknown, sent: NotionProperties = {}): Promise<never> {
    if (!APIResponseError.isAPIResponseError(error) || error.code !== 'validation_error') return fail(error)
    const { schema } = await readSource()
    const problem = toLines(findPropertyProblems(schema))
    if (problem) throw new DeliveryError('misconfigured', problem, { cause: error })
    if (
      Object.entries(sent).some(([name, value]) => name !== 'title' && !(schema[name] && schema[name].type in value!))
    )
      throw new DeliveryError('failed', 'The properties in Notion have changed meanwhile.', { cause: error })
    return fail(error)
  }

  return {
    findFault,
    async check() {
      try {
        const { name, schema } = await readSource()
        const problems = findPropertyProblems(schema)
        const message = `Notion's data source "${name || 'Untitled'}" can be reached`
        const further = findFurtherProblems(schema)
        if (problems.length === 0) return checked(message, further)
        const sentence = `${message}, but its properties are not right yet.`
        return { ok: false, message: sentence, problems: [...problems, ...further] }
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

/** The databases that the integration was added to, at most a hundred. Throws a DeliveryError. */
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

function isInTrash(error: unknown): boolean {
  return (
    APIResponseError.isAPIResponseError(error) &&
    error.code === 'validation_error' &&
    /archived|trash/i.test(error.message)
  )
}

/** Missing properties for further questions stop nothing: pages are written without those answers. */
function checked(message: string, missing: string[]): TestResult {
  const rest = missing.length === 0 ? 'has all properties' : 'pages are written, without the answers named here'
  return { ok: true, message: `${message} and ${rest}.`, problems: missing }
}

function fail(error: unknown): never {
  throw toDeliveryError(error)
}

/** `sent` names the content in the message of a refusal. */
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
  // An error that Notion did not write itself says nothing about the request.
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
