import type { Choice } from '#shared/owner/integrations.ts'
import { DeliveryError, unexpected } from './delivery-error.ts'
import { type Field, type Member, memberFields } from './newsletter-fields.ts'
import {
  type Access,
  type Answer,
  type Call,
  createCall,
  createNewsletter,
  type Newsletter,
  type NewsletterConfig,
  type Subscriber,
} from './newsletter.ts'

const NAME = 'Klaviyo'
/** Klaviyo supports a revision for two years. */
const REVISION = '2026-07-15'
const MOST_PAGES = 20

export function createKlaviyo(config: NewsletterConfig): Newsletter<Member> {
  const call = createKlaviyoCall(config)
  const { place, sendsAnswers } = config

  return createNewsletter({
    service: 'klaviyo',
    name: NAME,
    place,
    looksFirst: true,
    describeMissing: () => [],
    // Klaviyo takes any property, so none has to be made first.
    fields: {
      wanted: () => memberFields({ sendsAnswers }),
      read: async () => null,
      add: async () => {},
    },
    async readPlace() {
      const { status, body } = await call('GET', `/lists/${place}?fields[list]=name`)
      if (status >= 300)
        throw new DeliveryError('misconfigured', 'Klaviyo does not know the list: choose it again in Settings.')
      return `Klaviyo’s list “${(body as { data?: List }).data?.attributes?.name ?? place}” can be reached.`
    },
    async find(email) {
      const filter = encodeURIComponent(`equals(email,${JSON.stringify(email)})`)
      const answer = await call('GET', `/profiles?filter=${filter}&additional-fields[profile]=subscriptions`)
      // A key that Klaviyo takes, and an address that it does not.
      if (answer.status >= 300) return null
      const [profile] = (answer.body as { data?: Profile[] }).data ?? []
      return profile ? toSubscriber(profile, place) : null
    },
    /** Subscribing lifts any opt-out, so it is only for somebody whom the caller has just found to have none. */
    async create({ email, fields }, takeTurn) {
      const attributes = { email, properties: toProperties(fields) }
      const answer = await call('POST', '/profile-import', { data: { type: 'profile', attributes } })
      if (answer.status >= 300) return { refused: answer.reason }
      const { id } = (answer.body as { data?: Partial<Profile> }).data ?? {}
      if (!id) throw unexpected(NAME)
      await takeTurn()
      await changeConsent('create', { id, email }, 'SUBSCRIBED')
      return { id, standing: 'active', isNew: true }
    },
    async update({ id, fields }) {
      const attributes = { properties: toProperties(fields) }
      const answer = await call('PATCH', `/profiles/${id}`, { data: { type: 'profile', id, attributes } })
      if (answer.status === 404) throw new DeliveryError('failed', 'Klaviyo lost the profile in between.')
      return answer.status >= 300 ? { refused: answer.reason } : { id, standing: 'active' }
    },
    unsubscribe: ({ email }) => changeConsent('delete', { email }, 'UNSUBSCRIBED'),
    async remove(id) {
      const profile = { data: { type: 'profile', id, attributes: {} } }
      const data = { type: 'data-privacy-deletion-job', attributes: { profile } }
      const answer = await call('POST', '/data-privacy-deletion-jobs', { data })
      if (answer.status >= 300 && answer.status !== 404) throw refused(answer)
    },
  })

  async function changeConsent(
    kind: 'create' | 'delete',
    { id, email }: { id?: string; email: string },
    consent: string,
  ): Promise<void> {
    const subscriptions = { email: { marketing: { consent } } }
    const profile = { type: 'profile', ...(id && { id }), attributes: { email, subscriptions } }
    const data = {
      type: `profile-subscription-bulk-${kind}-job`,
      attributes: { profiles: { data: [profile] } },
      relationships: { list: { data: { type: 'list', id: place } } },
    }
    const answer = await call('POST', `/profile-subscription-bulk-${kind}-jobs`, { data })
    if (answer.status >= 300) throw refused(answer)
  }
}

type List = { id: string; attributes?: { name?: string } }

export async function listLists(access: Access): Promise<Choice[]> {
  const call = createKlaviyoCall(access)
  const lists: List[] = []
  let path: string | null = '/lists?fields[list]=name'
  for (let page = 0; path !== null && page < MOST_PAGES; page += 1) {
    const { body } = await call('GET', path)
    const { data, links } = (body ?? {}) as { data?: List[]; links?: { next?: string | null } }
    if (!data) throw unexpected(NAME)
    lists.push(...data)
    const next: string | null = (links?.next && URL.parse(links.next)?.search) || null
    path = next && `/lists${next}`
  }
  return lists.map(({ id, attributes }) => ({ id, name: attributes?.name ?? id }))
}

function createKlaviyoCall(access: Access): Call {
  return createCall({
    ...access,
    name: NAME,
    headers: {
      authorization: `Klaviyo-API-Key ${access.apiKey}`,
      accept: 'application/vnd.api+json',
      revision: REVISION,
    },
    type: 'application/vnd.api+json',
    rights: 'create one with full access to lists, profiles, subscriptions and data privacy.',
    reasonOf: (body) => (body as { errors?: { detail?: string }[] }).errors?.map(({ detail }) => detail).join(' '),
  })
}

type Profile = {
  id: string
  attributes?: {
    subscriptions?: {
      email?: {
        marketing?: {
          consent?: string
          suppression?: { reason?: string }[]
          list_suppressions?: { list_id?: string }[]
        }
      }
    }
  }
}

const UNREACHABLE = ['HARD_BOUNCE', 'INVALID_EMAIL']

function toSubscriber({ id, attributes }: Profile, list: string): Subscriber {
  const { consent, suppression = [], list_suppressions = [] } = attributes?.subscriptions?.email?.marketing ?? {}
  if (suppression.some(({ reason }) => UNREACHABLE.includes(reason ?? ''))) return { id, standing: 'invalid' }
  const hasLeft = suppression.length > 0 || list_suppressions.some(({ list_id }) => list_id === list)
  if (consent === 'UNSUBSCRIBED' || hasLeft) return { id, standing: 'ended' }
  return { id, standing: consent === 'SUBSCRIBED' ? 'active' : 'outside' }
}

function toProperties(fields: Field[]): Record<string, string | number> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

function refused(answer: Answer): DeliveryError {
  return new DeliveryError('refused', `Klaviyo refuses this: ${answer.reason}`)
}
