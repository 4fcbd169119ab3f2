import type { Choice } from '#shared/owner/integrations.ts'
import { reasonOf, toDeliveryError, toSubscription, unknownPublication } from './beehiiv-answer.ts'
import { type BeehiivConfig, createCall } from './beehiiv-call.ts'
import { DeliveryError } from './delivery-error.ts'
import { beehiivFields, type FieldKeys, type NewsletterPerson, toFieldKeys, toFields } from './newsletter-fields.ts'
import { type Call, checkNewsletter, createSend, type FieldList, keepFields, type Newsletter } from './newsletter.ts'
import { NOBODY } from './nobody.ts'

const MAY_NOT_LIST =
  'The key may not see the custom fields in Beehiiv: set one under Settings that may, or add the fields there.'

export function createBeehiiv({
  apiKey,
  publicationId,
  baseUrl,
  timeoutMs,
}: BeehiivConfig): Newsletter<NewsletterPerson> {
  const call = createCall({ apiKey, publicationId, baseUrl, timeoutMs })
  const fields = createFields(call)
  const describeMissing = (names: string[]) =>
    names.map((name) => `Add a custom field "${name}" of type Text in Beehiiv.`)

  async function readPublication(): Promise<unknown> {
    const { status, body } = await call('GET', '')
    if (status >= 300) throw unknownPublication()
    return body
  }

  return {
    service: 'beehiiv',
    name: 'Beehiiv',
    place: publicationId,
    looksFirst: false,
    describeMissing,
    ...fields,
    toFields: (person, existing) => toFields(beehiivFields(), person, existing),
    check: () =>
      checkNewsletter({ ...fields, describeMissing }, async () => {
        const { data } = (await readPublication()) as { data?: { name?: string } }
        return `Beehiiv's publication "${data?.name ?? publicationId}" can be reached.`
      }),
    ...createSubscriptions(call),
    async bringNobody() {
      const made = await this.create({ email: NOBODY.email, utm: null, fields: [] }, async () => {})
      if (!('id' in made))
        throw new DeliveryError('refused', `Beehiiv does not take the made-up person: ${Object.values(made).join('')}`)
      return made.id
    },
    removeNobody(id) {
      return this.remove(id, async () => {})
    },
    requirePlace: async () => void (await readPublication()),
  }
}

type Subscriptions = Pick<Newsletter, 'find' | 'create' | 'update' | 'unsubscribe' | 'remove'>

function createSubscriptions(call: Call): Subscriptions {
  return {
    async find(email) {
      const answer = await call('GET', byEmail(email))
      return answer.status === 404 ? null : toSubscription(answer)
    },
    async create({ email, utm, fields }) {
      const answer = await call('POST', '/subscriptions', {
        email,
        reactivate_existing: false,
        send_welcome_email: false,
        ...toUtm(utm),
        ...(fields.length > 0 && { custom_fields: fields }),
      })
      if (answer.status === 404) throw unknownPublication()
      return answer.status === 400 ? { refused: reasonOf(answer) } : toSubscription(answer)
    },
    async update({ email, fields }) {
      const answer = await call('PUT', byEmail(email), { custom_fields: fields })
      if (answer.status === 404) throw new DeliveryError('failed', 'Beehiiv lost the subscription in between.')
      return answer.status === 400 ? { refused: reasonOf(answer) } : toSubscription(answer)
    },
    async unsubscribe({ email }) {
      const answer = await call('PUT', byEmail(email), { unsubscribe: true })
      if (answer.status === 400)
        throw new DeliveryError('refused', `Beehiiv does not unsubscribe this person: ${reasonOf(answer)}`)
      if (answer.status !== 404) toSubscription(answer)
    },
    async remove(id) {
      const answer = await call('DELETE', `/subscriptions/${encodeURIComponent(id)}`)
      if (answer.status === 400)
        throw new DeliveryError('refused', `Beehiiv does not delete this subscription: ${reasonOf(answer)}`)
    },
  }
}

function createFields(call: Call): FieldList {
  return keepFields({
    wanted: beehiivFields,
    read: () => readFields(call),
    async add(display) {
      const answer = await call('POST', '/custom_fields', { kind: 'string', display })
      if (answer.status === 404) throw unknownPublication()
      if (answer.status === 400)
        throw new DeliveryError('refused', `Beehiiv does not take the field "${display}": ${reasonOf(answer)}`)
    },
    mayNotList: MAY_NOT_LIST,
  })
}

/** Null if Beehiiv does not list them. If it ignores `limit`, a page has only ten. */
async function readFields(call: Call): Promise<FieldKeys> {
  const names: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call('GET', `/custom_fields?limit=100&page=${page}`).catch(nullIfNotAllowed)
    if (answer?.status === 404) throw unknownPublication()
    const { data, total_pages = 1 } = (answer?.body ?? {}) as { data?: { display?: string }[]; total_pages?: number }
    if (!Array.isArray(data)) return null
    names.push(...data.map(({ display }) => display ?? ''))
    pages = total_pages
  }
  return toFieldKeys(names.map((name) => ({ name, key: name })))
}

function nullIfNotAllowed(error: unknown): null {
  if (error instanceof DeliveryError && error.kind === 'misconfigured') return null
  throw error
}

export async function listPublications({
  apiKey,
  baseUrl,
}: Pick<BeehiivConfig, 'apiKey' | 'baseUrl'>): Promise<Choice[]> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await createSend({ name: 'Beehiiv', baseUrl, headers, secret: apiKey })(
    'GET',
    '/publications?limit=100',
  )
  if (answer.status >= 300) throw toDeliveryError(answer)
  const { data } = answer.body as { data?: { id: string; name?: string }[] }
  return (data ?? []).map(({ id, name = id }) => ({ id, name }))
}

function byEmail(email: string): string {
  return `/subscriptions/by_email/${encodeURIComponent(email)}`
}

function toUtm(utm: Record<string, string> | null): Record<string, string> {
  return Object.fromEntries(Object.entries(utm ?? {}).map(([name, value]) => [`utm_${name}`, value]))
}
