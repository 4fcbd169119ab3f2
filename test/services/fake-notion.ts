import { randomUUID } from 'node:crypto'
import { notionProperties } from '../../src/server/outbox/integrations/notion-properties.ts'
import { type Call, fakeService, type Reply } from './fake-service.ts'

type FakePage = { id: string; in_trash: boolean; properties: Record<string, any> }

/** The types of properties that a call can create: those that the server uses. */
const types = () => new Set<string | undefined>(Object.values(notionProperties()))

export type FakeNotion = Awaited<ReturnType<typeof fakeNotion>>

/**
 * A fake Notion with one data source. It has only the endpoints that the server uses, and refuses older versions of the
 * API.
 */
export async function fakeNotion({ timeoutMs = 60_000 } = {}) {
  const dataSourceId = randomUUID()
  const state = {
    /** The pages, in the order of creation. */
    pages: [] as FakePage[],
    /** The properties of the data source: the type by the name. */
    properties: { Name: 'title', ...notionProperties() } as Record<string, string>,
    /** The accepted API key. */
    token: 'ntn_secret',
    /** Whether the owner has connected the integration to the data source. */
    isShared: true,
    /** Whether each query is refused, as that of a wrong data source. */
    refusesQueries: false,
    /** Whether the integration has the capability to update content. */
    mayUpdate: true,
  }
  const service = await fakeService(answer, (status) => problem(status).body)
  return Object.assign(service, state, {
    config: { token: state.token, dataSourceId, baseUrl: service.url, timeoutMs },
  })

  function answer(call: Call): Reply | null {
    const { token, isShared } = fake()
    if (call.headers.authorization !== `Bearer ${token}`) return problem(401)
    if (!(String(call.headers['notion-version']) >= '2025-09-03')) return null
    const [, version, kind, id, more] = call.path.split('/')
    if (version !== 'v1') return null
    if (kind === 'search' && call.method === 'POST')
      return { status: 200, body: { object: 'list', results: isShared ? [describeSource()] : [], has_more: false } }
    if (kind === 'data_sources' && (id !== dataSourceId || !isShared)) return problem(404)
    if (kind === 'data_sources' && !more && call.method === 'GET') return { status: 200, body: describeSource() }
    if (kind === 'data_sources' && !more && call.method === 'PATCH') return updateSource(call.body)
    if (kind === 'data_sources' && more === 'query' && call.method === 'POST') return query(call.body)
    if (kind === 'pages' && !id && call.method === 'POST') return create(call.body)
    if (kind === 'pages' && id && !more && call.method === 'PATCH') return update(id, call.body)
    return null
  }

  function describeSource() {
    const properties = Object.fromEntries(
      Object.entries(fake().properties).map(([name, type]) => [name, { id: idOf(name), name, type, [type]: {} }]),
    )
    return { object: 'data_source', id: dataSourceId, title: [{ plain_text: 'Waitlist' }], properties }
  }

  /** Adds properties, and changes the type of existing ones. Like Notion, changes nothing if one property is wrong. */
  function updateSource({ properties, ...others }: any): Reply | null {
    if (!properties || Object.keys(others).length > 0) return null
    if (!fake().mayUpdate) return problem(403, 'Insufficient permissions for this endpoint.')
    const changed = Object.entries<object>(properties).map(
      ([name, definition]) => [name, Object.keys(definition)] as const,
    )
    const wrong = changed.find(([, [type, ...more]]) => !types().has(type) || more.length > 0)
    if (wrong) return problem(400, `body failed validation: body.properties.${wrong[0]} should be a property schema.`)
    for (const [name, [type]] of changed) fake().properties[name] = type!
    return { status: 200, body: describeSource() }
  }

  function query({ filter, sorts, page_size }: any): Reply | null {
    if (!filter?.email?.equals || page_size > 100 || sorts?.some((sort: any) => sort.timestamp !== 'created_time'))
      return null
    if (fake().refusesQueries) return problem(400, 'Databases with multiple data sources are not supported.')
    if (fake().properties[filter.property] === undefined)
      return problem(400, `Could not find property with name or id: ${filter.property}`)
    const found = fake().pages.filter(
      ({ in_trash, properties }) => !in_trash && properties[filter.property]?.email === filter.email.equals,
    )
    return {
      status: 200,
      body: { object: 'list', results: found.slice(0, page_size), has_more: false, next_cursor: null },
    }
  }

  function create({ parent, properties }: any): Reply | null {
    if (parent?.type !== 'data_source_id') return null
    if (parent.data_source_id !== dataSourceId || !fake().isShared) return problem(404)
    const refusal = refuse(properties)
    if (refusal) return problem(400, refusal)
    const page = { object: 'page', id: randomUUID(), in_trash: false, properties: byName(properties) }
    fake().pages.push(page)
    return { status: 200, body: page }
  }

  function update(id: string, { properties = {}, in_trash }: any): Reply | null {
    const page = fake().pages.find((page) => page.id === id)
    if (!page || !fake().isShared) return problem(404)
    if (page.in_trash)
      return problem(400, "Can't edit block that is archived. You must unarchive the block before editing.")
    if (in_trash === true) {
      page.in_trash = true
      return { status: 200, body: page }
    }
    const refusal = refuse(properties)
    if (refusal) return problem(400, refusal)
    Object.assign(page.properties, byName(properties))
    return { status: 200, body: page }
  }

  /** The error in Notion's own words; null if the properties are valid. */
  function refuse(properties: Record<string, any>): string | null {
    for (const [key, value] of Object.entries(byName(properties))) {
      const type = fake().properties[key]
      if (!type) return `${key} is not a property that exists.`
      if (!(type in value)) return `${key} is expected to be ${type}.`
      const texts = (value.title ?? value.rich_text ?? []).map((part: any) => part.text.content)
      if (texts.some((content: string) => content.length > 2000))
        return `body.properties.${key}.${type}[0].text.content.length should be ≤ \`2000\``
      if (value.email?.length > 200) return `body.properties.${key}.email.length should be ≤ \`200\``
      const options = [value.select ?? [], value.multi_select ?? []].flat()
      if (options.length > 100) return `body.properties.${key}.multi_select.length should be ≤ \`100\``
      if (options.some(({ name }: any) => name.includes(','))) return 'Invalid select option, commas not allowed'
    }
    return null
  }

  /** The properties by name. A call can refer to a property by its name or its id. */
  function byName(properties: Record<string, any>): Record<string, any> {
    const names = Object.keys(fake().properties)
    const nameOf = (key: string) => names.find((name) => idOf(name) === key) ?? key
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [nameOf(key), value]))
  }

  function idOf(name: string): string {
    return fake().properties[name] === 'title'
      ? 'title'
      : encodeURIComponent(name.slice(0, 4).toLowerCase() + name.length)
  }

  /** The current state, with the values that the test has set. */
  function fake(): typeof state {
    return service as unknown as typeof state
  }
}

const CODES: Record<number, string> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'restricted_resource',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  500: 'internal_server_error',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
  529: 'service_overload',
}

function problem(status: number, message = `The fake answers ${status}`): Reply {
  return { status, body: { object: 'error', status, code: CODES[status], message, request_id: randomUUID() } }
}
