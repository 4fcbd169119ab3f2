import { randomUUID } from 'node:crypto'
import { beehiivFields } from '../../src/server/outbox/integrations/newsletter-fields.ts'
import { type Call, fakeService, type Reply } from './fake-service.ts'

type FakeSubscription = {
  id: string
  email: string
  status: string
  /** In epoch seconds. */
  created: number
  utm_source: string
  custom_fields: { name: string; value: string }[]
}

export type FakeBeehiiv = Awaited<ReturnType<typeof fakeBeehiiv>>

/** A fake Beehiiv with one publication. It has only the endpoints that the server uses. */
export async function fakeBeehiiv({ timeoutMs = 60_000 } = {}) {
  const state = {
    /** The only publication that calls can name. */
    publicationId: `pub_${randomUUID()}`,
    /** The subscriptions, in the order of creation. */
    subscriptions: [] as FakeSubscription[],
    customFields: Object.keys(beehiivFields()),
    /**
     * Beehiiv's documentation is contradictory about fields that the publication does not have, so both ways can be
     * tested.
     */
    unknownFields: 'refused' as 'refused' | 'dropped',
    /** Whether the key may read the list of fields. */
    fieldsAreListed: true,
    /** Whether the key may create fields. */
    fieldsAreCreated: true,
    /** The most fields on one page of the list, whatever the call asks for. */
    fieldsPerPage: 100,
    /** The accepted API key. */
    apiKey: 'secret',
    /** The number of calls left until a time in epoch seconds; null for no limit. */
    limit: null as { remaining: number; reset: number } | null,
  }
  const service = await fakeService(answerWithinLimit, (status) => problem(status).body)
  return Object.assign(service, state, {
    config: { apiKey: state.apiKey, publicationId: state.publicationId, baseUrl: `${service.url}/v2`, timeoutMs },
  })

  function answerWithinLimit(call: Call): Reply | null {
    const { limit } = fake()
    if (!limit) return answer(call)
    if (limit.reset * 1000 <= Date.now()) Object.assign(limit, { remaining: 180, reset: Date.now() / 1000 + 60 })
    limit.remaining -= 1
    const reply = limit.remaining < 0 ? problem(429) : answer(call)
    const headers = {
      'ratelimit-limit': '180',
      'ratelimit-remaining': String(Math.max(0, limit.remaining)),
      'ratelimit-reset': String(Math.ceil(limit.reset)),
    }
    return reply && { ...reply, headers }
  }

  function answer(call: Call): Reply | null {
    const { method, path, body } = call
    const { publicationId } = fake()
    if (call.headers.authorization !== `Bearer ${fake().apiKey}`) return problem(401)
    const [, version, publications, publication, kind, by, email] = path.split(/[/?]/)
    if (version !== 'v2' || publications !== 'publications') return null
    if (method === 'GET' && (!publication || publication === 'limit=100'))
      return { status: 200, body: { data: [{ id: publicationId, name: 'The Front Chair' }] } }
    if (publication !== publicationId) return problem(404)
    if (method === 'GET' && !kind)
      return { status: 200, body: { data: { id: publicationId, name: 'The Front Chair' } } }
    if (method === 'GET' && kind === 'custom_fields') return listFields(new URLSearchParams(by))
    if (method === 'POST' && kind === 'custom_fields' && !by) return createField(body)
    if (kind !== 'subscriptions') return null
    if (method === 'POST' && !by) return create(body)
    if (method === 'DELETE' && by?.startsWith('sub_')) return remove(by)
    if (by !== 'by_email' || !email) return null
    const found = find(decodeURIComponent(email))
    if (!found) return problem(404)
    if (method === 'GET') return { status: 200, body: { data: found } }
    return method === 'PUT' ? update(found, body) : null
  }

  function listFields(query: URLSearchParams): Reply {
    const { fieldsAreListed, fieldsPerPage, customFields } = fake()
    if (!fieldsAreListed) return problem(403)
    const [page, limit] = [Number(query.get('page') ?? 1), Math.min(Number(query.get('limit') ?? 10), fieldsPerPage)]
    const data = customFields.slice((page - 1) * limit, page * limit).map(describeField)
    const [total_results, total_pages] = [customFields.length, Math.ceil(customFields.length / limit)]
    return { status: 200, body: { data, page, limit, total_results, total_pages } }
  }

  function createField({ kind, display }: any): Reply {
    const { fieldsAreCreated, customFields } = fake()
    if (!fieldsAreCreated) return problem(403)
    if (!FIELD_KINDS.includes(kind)) return problem(400, 'Kind is not included in the list')
    if (!display?.trim()) return problem(400, "Display can't be blank")
    if (customFields.some((name) => name.toLowerCase() === display.toLowerCase()))
      return problem(400, 'Display has already been taken')
    customFields.push(display)
    return { status: 200, body: { data: describeField(display) } }
  }

  function describeField(display: string) {
    return { id: randomUUID(), kind: 'string', display, created: Math.floor(Date.now() / 1000) }
  }

  function create(body: any): Reply | null {
    if (body.reactivate_existing !== false || body.send_welcome_email !== false) return null
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(body.email)) return problem(400, 'Email is invalid')
    const refusal = refuse(body.custom_fields)
    if (refusal) return refusal
    const known = find(body.email)
    if (known) return { status: 201, body: { data: known } }
    const subscription: FakeSubscription = {
      id: `sub_${randomUUID()}`,
      email: body.email,
      status: 'validating',
      created: Math.floor(Date.now() / 1000),
      utm_source: body.utm_source ?? '',
      custom_fields: existing(body.custom_fields),
    }
    fake().subscriptions.push(subscription)
    return { status: 201, body: { data: subscription } }
  }

  function update(subscription: FakeSubscription, body: any): Reply {
    if (body.unsubscribe === true) subscription.status = 'inactive'
    const refusal = refuse(body.custom_fields)
    if (refusal) return refusal
    const changed = existing(body.custom_fields)
    const kept = subscription.custom_fields.filter(({ name }) => !changed.some((field) => field.name === name))
    subscription.custom_fields = [...kept, ...changed]
    return { status: 200, body: { data: subscription } }
  }

  function remove(id: string): Reply {
    const place = fake().subscriptions.findIndex((subscription) => subscription.id === id)
    if (place < 0) return problem(404)
    fake().subscriptions.splice(place, 1)
    return { status: 204 }
  }

  function refuse(fields: { name: string }[] = []): Reply | null {
    const unknown = fields.find(({ name }) => !fake().customFields.includes(name))
    if (!unknown || fake().unknownFields === 'dropped') return null
    return problem(400, `Custom field ${unknown.name} does not exist`)
  }

  function existing(fields: { name: string; value: string }[] = []) {
    return fields.filter(({ name }) => fake().customFields.includes(name))
  }

  function find(email: string): FakeSubscription | undefined {
    return fake().subscriptions.find((subscription) => subscription.email === email)
  }

  /** The current state, with the values that the test has set. */
  function fake(): typeof state {
    return service as unknown as typeof state
  }
}

const FIELD_KINDS = ['string', 'integer', 'boolean', 'date', 'datetime', 'list', 'double']

function problem(status: number, message = `The fake answers ${status}`): Reply {
  return { status, body: { status, statusText: 'bad_request', errors: [{ message, code: 'NOT_EXIST_REQUIRED_KEY' }] } }
}
