import type { Choice } from '#shared/owner/integrations.ts'
import { DeliveryError, unexpected } from './delivery-error.ts'
import { type Field, type FieldKeys, keyOf, type Member, memberFields, toFieldKeys } from './newsletter-fields.ts'
import {
  type Access,
  type Answer,
  type Call,
  createCall,
  createNewsletter,
  lackOf,
  type Newsletter,
  type NewsletterConfig,
  type Subscriber,
} from './newsletter.ts'

const NAME = 'Kit'

export function createKit(config: NewsletterConfig): Newsletter<Member> {
  const call = createKitCall(config)
  const { place, sendsAnswers } = config

  const kit = createNewsletter({
    service: 'kit',
    name: NAME,
    place,
    looksFirst: true,
    describeMissing: lackOf('Kit lacks these custom fields'),
    fields: {
      wanted: () => memberFields({ sendsAnswers }),
      async read(): Promise<FieldKeys> {
        const { body } = await call('GET', '/custom_fields?per_page=1000')
        const { custom_fields = [] } = (body ?? {}) as { custom_fields?: { label: string; key: string }[] }
        return toFieldKeys(custom_fields.map(({ label, key }) => ({ name: label, key })))
      },
      async add(label) {
        const answer = await call('POST', '/custom_fields', { label })
        if (answer.status >= 300) throw refused(answer)
      },
      mayNotList: 'The key may not see the custom fields in Kit.',
    },
    readPlace: async () => `Kit can be reached. Everyone gets the tag “${await nameOfTag(call, place)}”.`,
    async find(email, id) {
      if (id !== null) {
        const answer = await call('GET', `/subscribers/${id}`)
        return answer.status === 404 ? null : toSubscriber(answer)
      }
      const { body } = await call('GET', `/subscribers?status=all&email_address=${encodeURIComponent(email)}`)
      const [subscriber] = ((body ?? {}) as { subscribers?: unknown[] }).subscribers ?? []
      return subscriber ? toSubscriber({ body: { subscriber } }) : null
    },
    async create({ email, fields: values }, takeTurn) {
      const answer = await call('POST', '/subscribers', { email_address: email, fields: keyed(values) })
      if (answer.status >= 300) return { refused: answer.reason }
      const subscriber = toSubscriber(answer)
      if (subscriber.standing === 'active') await addTag(subscriber.id, takeTurn)
      return { ...subscriber, isNew: true }
    },
    /** Also gives the tag, which an earlier attempt may not have reached. */
    async update({ email, id, fields: values }, takeTurn) {
      const answer = await call('PUT', `/subscribers/${id}`, { email_address: email, fields: keyed(values) })
      if (answer.status === 404) throw new DeliveryError('failed', 'Kit lost the subscriber in between.')
      if (answer.status >= 300) return { refused: answer.reason }
      await addTag(id, takeTurn)
      return toSubscriber(answer)
    },
    async unsubscribe({ id }) {
      const answer = await call('POST', `/subscribers/${id}/unsubscribe`)
      if (answer.status >= 300 && answer.status !== 404) throw refused(answer)
    },
    /** Kit's API deletes nobody, so everything but the address goes, and the owner hears of the rest. */
    async remove(id, takeTurn) {
      const empty = Object.keys(memberFields({ sendsAnswers: true })).map((name) => ({ name, value: '' }))
      const known = await kit.listFields()
      const values = keyed(empty.filter(({ name }) => known && keyOf(known, name) !== name))
      const answer = await call('PUT', `/subscribers/${id}`, { first_name: '', fields: values })
      if (answer.status === 404) return
      if (answer.status >= 300) throw refused(answer)
      await takeTurn()
      await call('POST', `/subscribers/${id}/unsubscribe`)
      throw new DeliveryError('refused', DELETE_BY_HAND)
    },
  })
  return kit

  async function addTag(id: string, takeTurn: () => Promise<void>): Promise<void> {
    await takeTurn()
    const answer = await call('POST', `/tags/${place}/subscribers/${id}`, {})
    if (answer.status >= 300) throw new DeliveryError('failed', `Kit did not add the tag: ${answer.reason}`)
  }

  function keyed(values: Field[]): Record<string, string> {
    const keys = kit.knownFields()
    return Object.fromEntries(values.map(({ name, value }) => [keyOf(keys, name), String(value)]))
  }
}

async function nameOfTag(call: Call, tag: string): Promise<string> {
  const found = (await readTags(call)).find(({ id }) => id === tag)
  if (!found) throw new DeliveryError('misconfigured', 'Kit does not know the tag: choose it again in Settings.')
  return found.name
}

const DELETE_BY_HAND =
  'They are unsubscribed and their fields are empty, but Kit lets only you delete them: open the subscriber in Kit, choose Delete, then press Retry here.'

export function listTags(access: Access): Promise<Choice[]> {
  return readTags(createKitCall(access))
}

async function readTags(call: Call): Promise<Choice[]> {
  const { body } = await call('GET', '/tags?per_page=1000')
  const { tags } = (body ?? {}) as { tags?: { id: number; name: string }[] }
  if (!tags) throw unexpected(NAME)
  return tags.map(({ id, name }) => ({ id: String(id), name }))
}

function createKitCall(access: Access): Call {
  return createCall({
    ...access,
    name: NAME,
    headers: { 'x-kit-api-key': access.apiKey },
    rights: 'look whether your plan has room for more subscribers.',
    reasonOf: (body) => (body as { errors?: string[] }).errors?.join(' '),
  })
}

const STANDINGS: Record<string, Subscriber['standing']> = {
  active: 'active',
  // They have not confirmed yet.
  inactive: 'active',
  bounced: 'invalid',
}

function toSubscriber({ body }: Pick<Answer, 'body'>): Subscriber {
  const { id, state } = ((body ?? {}) as { subscriber?: { id?: number; state?: string } }).subscriber ?? {}
  if (!id || !state) throw unexpected(NAME)
  return { id: String(id), standing: STANDINGS[state] ?? 'ended' }
}

function refused(answer: Answer): DeliveryError {
  return new DeliveryError('refused', `Kit refuses this: ${answer.reason}`)
}
