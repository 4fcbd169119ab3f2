import { createHash } from 'node:crypto'
import type { Choice } from '#shared/owner/integrations.ts'
import { DeliveryError, unexpected } from './delivery-error.ts'
import { type Field, keyOf, type Member, memberFields, toFieldKeys } from './newsletter-fields.ts'
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

const NAME = 'Mailchimp'
/** In bytes. */
const LONGEST_TEXT = 255
const NUMBERS = ['Position', 'Place in line', 'Friends']

type Audience = { name?: string; double_optin?: boolean }

export function createMailchimp(config: NewsletterConfig): Newsletter<Member> {
  const call = createMailchimpCall(config)
  const { place, sendsAnswers } = config
  const list = `/lists/${place}`
  let audience: Audience | null = null

  async function readAudience(): Promise<Audience> {
    const { status, body } = await call('GET', `${list}?fields=name,double_optin`)
    if (status >= 300)
      throw new DeliveryError('misconfigured', 'Mailchimp does not know the audience: choose it again in Settings.')
    return (audience = body as Audience)
  }

  const mailchimp = createNewsletter({
    service: 'mailchimp',
    name: NAME,
    place,
    looksFirst: true,
    describeMissing: lackOf('Mailchimp lacks these audience fields'),
    fields: {
      wanted: () => memberFields({ sendsAnswers }),
      async read() {
        const { body } = await call('GET', `${list}/merge-fields?count=1000&fields=merge_fields.name,merge_fields.tag`)
        const { merge_fields = [] } = (body ?? {}) as { merge_fields?: { name: string; tag: string }[] }
        return toFieldKeys(merge_fields.map(({ name, tag }) => ({ name, key: tag })))
      },
      async add(name) {
        const type = NUMBERS.includes(name) ? 'number' : 'text'
        const answer = await call('POST', `${list}/merge-fields`, { name, type, public: false })
        if (answer.status >= 300) throw refused(answer)
      },
      mayNotList: 'The key may not see the audience fields in Mailchimp.',
    },
    readPlace: async () => `Mailchimp’s audience “${(await readAudience()).name ?? place}” can be reached.`,
    async find(email) {
      const answer = await call('GET', member(email))
      return answer.status === 404 ? null : toSubscriber(answer)
    },
    /** `PUT` leaves the status of somebody who exists as it is, also of one who unsubscribed a moment ago. */
    async create({ email, fields: values }) {
      const { double_optin } = audience ?? (await readAudience())
      const status_if_new = double_optin ? 'pending' : 'subscribed'
      const body = { email_address: email, status_if_new, merge_fields: merged(values) }
      const answer = await call('PUT', `${member(email)}?skip_merge_validation=true`, body)
      return answer.status < 300 ? { ...toSubscriber(answer), isNew: true } : explain(answer)
    },
    async update({ email, fields: values }) {
      const answer = await call('PATCH', `${member(email)}?skip_merge_validation=true`, {
        merge_fields: merged(values),
      })
      return answer.status < 300 ? toSubscriber(answer) : explain(answer)
    },
    async unsubscribe({ email }) {
      const answer = await call('PATCH', member(email), { status: 'unsubscribed' })
      if (answer.status >= 300 && answer.status !== 404) throw refused(answer)
    },
    /** They can come back only by a form of Mailchimp’s: its other way to delete keeps everything in an archive. */
    async remove(id) {
      const answer = await call('POST', `${list}/members/${id}/actions/delete-permanent`)
      if (answer.status >= 300 && answer.status !== 404) throw refused(answer)
    },
  })
  return mailchimp

  function member(email: string): string {
    return `${list}/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`
  }

  function merged(values: Field[]): Record<string, string | number> {
    const keys = mailchimp.knownFields()
    return Object.fromEntries(values.map(({ name, value }) => [keyOf(keys, name), fitting(value)]))
  }
}

export async function listAudiences(access: Access): Promise<Choice[]> {
  const { body } = await createMailchimpCall(access)('GET', '/lists?count=200&fields=lists.id,lists.name')
  return ((body ?? {}) as { lists?: Choice[] }).lists ?? []
}

/** The end of the key names the data center. */
function createMailchimpCall(access: Access): Call {
  return createCall({
    ...access,
    name: NAME,
    baseUrl: access.baseUrl.replace('//dc.', `//${access.apiKey.split('-').at(-1)}.`),
    headers: { authorization: `Basic ${Buffer.from(`firstchair:${access.apiKey}`).toString('base64')}` },
    rights: 'create one as an admin of the Mailchimp account.',
    reasonOf(body) {
      const { detail, errors = [] } = body as { detail?: string; errors?: { field: string; message: string }[] }
      return errors.map(({ field, message }) => `${field}: ${message}`).join(' ') || detail
    },
  })
}

const STANDINGS: Record<string, Subscriber['standing']> = {
  subscribed: 'active',
  pending: 'active',
  transactional: 'active',
  cleaned: 'invalid',
}

function toSubscriber({ body }: Answer): Subscriber {
  const { id, status } = (body ?? {}) as { id?: string; status?: string }
  if (!id || !status) throw unexpected(NAME)
  return { id, standing: STANDINGS[status] ?? 'ended' }
}

function explain(answer: Answer) {
  const { title } = (answer.body ?? {}) as { title?: string }
  if (title === 'Forgotten Email Not Subscribed')
    return {
      leftAlone: 'They were deleted for good in Mailchimp. Only they can come back, by a form of Mailchimp’s.',
    }
  if (title === 'Member In Compliance State')
    return { leftAlone: 'They unsubscribed in Mailchimp or no email reaches them, and they are left alone.' }
  if (answer.status === 404) throw new DeliveryError('failed', 'Mailchimp lost the contact in between.')
  return { refused: answer.reason }
}

function refused(answer: Answer): DeliveryError {
  return new DeliveryError('refused', `Mailchimp refuses this: ${answer.reason}`)
}

function fitting(value: string | number): string | number {
  if (typeof value === 'number' || Buffer.byteLength(value) <= LONGEST_TEXT) return value
  const cut = Buffer.from(value)
    .subarray(0, LONGEST_TEXT - 4)
    .toString()
  return `${cut.replace(/\uFFFD+$/, '')}…`
}
