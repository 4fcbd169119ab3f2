import type { Choice } from '#shared/owner/integrations.ts'
import { DeliveryError, unexpected } from './delivery-error.ts'
import { beehiivFields, type FieldKeys, type NewsletterPerson, toFieldKeys } from './newsletter-fields.ts'
import {
  type Access,
  type Answer,
  type Call,
  createCall,
  createNewsletter,
  NOBODY,
  type Newsletter,
  type Subscriber,
} from './newsletter.ts'

const NAME = 'Beehiiv'

type BeehiivConfig = Access & { publicationId: string }

export function createBeehiiv({ publicationId, ...access }: BeehiivConfig): Newsletter<NewsletterPerson> {
  const call = createBeehiivCall(access, `/publications/${publicationId}`)

  async function create(email: string, more: object = {}) {
    const unwelcome = { reactivate_existing: false, send_welcome_email: false }
    const answer = await call('POST', '/subscriptions', { email, ...unwelcome, ...more })
    if (answer.status === 404) throw unknownPublication()
    return answer.status >= 300 ? { refused: answer.reason } : toSubscription(answer)
  }

  async function remove(id: string): Promise<void> {
    const { status, reason } = await call('DELETE', `/subscriptions/${encodeURIComponent(id)}`)
    if (status >= 300 && status !== 404)
      throw new DeliveryError('refused', `Beehiiv does not delete this subscription: ${reason}`)
  }

  return createNewsletter({
    service: 'beehiiv',
    name: NAME,
    place: publicationId,
    looksFirst: false,
    describeMissing: (names) => names.map((name) => `Add a custom field "${name}" of type Text in Beehiiv.`),
    fields: {
      wanted: beehiivFields,
      read: () => readFields(call),
      async add(display) {
        const { status, reason } = await call('POST', '/custom_fields', { kind: 'string', display })
        if (status === 404) throw unknownPublication()
        if (status >= 300) throw new DeliveryError('refused', `Beehiiv does not take the field "${display}": ${reason}`)
      },
      mayNotList:
        'The key may not see the custom fields in Beehiiv: set one under Settings that may, or add the fields there.',
    },
    async readPlace() {
      const { status, body } = await call('GET', '')
      if (status >= 300) throw unknownPublication()
      const { data } = body as { data?: { name?: string } }
      return `Beehiiv's publication "${data?.name ?? publicationId}" can be reached.`
    },
    async find(email) {
      const answer = await call('GET', byEmail(email))
      return answer.status === 404 ? null : toSubscription(answer)
    },
    create: ({ email, utm, fields }) =>
      create(email, {
        ...Object.fromEntries(Object.entries(utm ?? {}).map(([name, value]) => [`utm_${name}`, value])),
        ...(fields.length > 0 && { custom_fields: fields }),
      }),
    async update({ email, fields }) {
      const answer = await call('PUT', byEmail(email), { custom_fields: fields })
      if (answer.status === 404) throw new DeliveryError('failed', 'Beehiiv lost the subscription in between.')
      return answer.status >= 300 ? { refused: answer.reason } : toSubscription(answer)
    },
    async unsubscribe({ email }) {
      const { status, reason } = await call('PUT', byEmail(email), { unsubscribe: true })
      if (status >= 300 && status !== 404)
        throw new DeliveryError('refused', `Beehiiv does not unsubscribe this person: ${reason}`)
    },
    remove,
    async bringNobody() {
      const made = await create(NOBODY.email)
      if ('refused' in made)
        throw new DeliveryError('refused', `Beehiiv does not take the made-up person: ${made.refused}`)
      return made.id
    },
    removeNobody: remove,
  })
}

/** Null if Beehiiv does not list them. If it ignores `limit`, a page has only ten. */
async function readFields(call: Call): Promise<FieldKeys> {
  const names: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call('GET', `/custom_fields?limit=100&page=${page}`).catch((error: unknown) => {
      if (error instanceof DeliveryError && error.kind === 'misconfigured') return null
      throw error
    })
    if (answer?.status === 404) throw unknownPublication()
    const { data, total_pages = 1 } = (answer?.body ?? {}) as { data?: { display?: string }[]; total_pages?: number }
    if (!Array.isArray(data)) return null
    names.push(...data.map(({ display }) => display ?? ''))
    pages = total_pages
  }
  return toFieldKeys(names.map((name) => ({ name, key: name })))
}

export async function listPublications(access: Access): Promise<Choice[]> {
  const { body } = await createBeehiivCall(access)('GET', '/publications?limit=100')
  const { data } = (body ?? {}) as { data?: { id: string; name?: string }[] }
  return (data ?? []).map(({ id, name = id }) => ({ id, name }))
}

function createBeehiivCall(access: Access, path = ''): Call {
  return createCall({
    ...access,
    name: NAME,
    baseUrl: access.baseUrl + path,
    headers: { authorization: `Bearer ${access.apiKey}` },
    rights: 'set one under Settings that may read and write subscriptions and custom fields.',
    reasonOf(body) {
      const { errors, statusText } = body as { errors?: { message?: string }[]; statusText?: string }
      return errors?.map(({ message }) => message).join(' ') || statusText
    },
  })
}

function byEmail(email: string): string {
  return `/subscriptions/by_email/${encodeURIComponent(email)}`
}

function unknownPublication(): DeliveryError {
  return new DeliveryError('misconfigured', 'Beehiiv does not know the publication: correct BEEHIIV_PUBLICATION_ID.')
}

/** A subscription counts as created by a call if it is at most this many seconds old when the answer is written. */
const YOUNG = 30

function toSubscription({ body, headers }: Answer): Subscriber & { isNew: boolean } {
  const { data } = (body ?? {}) as { data?: { id?: string; status?: string; created?: number } }
  if (!data?.id) throw unexpected(NAME)
  // Both times come from Beehiiv's clock. If one is missing, the subscription counts as old, which only costs a second
  // call.
  const answeredAt = Date.parse(headers.get('date') ?? '') / 1000
  const { id, status, created = 0 } = data
  const standing = status === 'inactive' ? 'ended' : status === 'invalid' ? 'invalid' : 'active'
  return { id, standing, isNew: answeredAt - created < YOUNG }
}
