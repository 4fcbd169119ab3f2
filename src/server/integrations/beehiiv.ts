import type { Choice, TestResult } from '#shared/owner/integrations.ts'
import { reasonOf, type Subscription, toDeliveryError, toSubscription, unknownPublication } from './beehiiv-answer.ts'
import { type BeehiivConfig, type Call, createCall } from './beehiiv-call.ts'
import { type CustomField, type FieldNames, findFieldProblems, findMissing, toFieldNames } from './beehiiv-fields.ts'
import { DeliveryError } from './delivery-error.ts'
import { hideSecrets } from './hide-secrets.ts'
import { NOBODY } from './nobody.ts'
import { unanswered } from './unanswered.ts'

type Refusal = { refused: string }

/** All but `check` throw a DeliveryError. */
export type Beehiiv = {
  publicationId: string
  check: () => Promise<TestResult>
  listFields: () => Promise<FieldNames>
  knownFields: () => FieldNames
  missing: () => string[]
  createMissing: () => Promise<void>
  forgetFields: () => void
  find: (email: string) => Promise<Subscription | null>
  /** Returns an existing subscription unchanged if there is one: people who unsubscribed stay unsubscribed. */
  create: (person: {
    email: string
    utm: Record<string, string> | null
    fields: CustomField[]
  }) => Promise<Subscription | Refusal>
  update: (person: { email: string; fields: CustomField[] }) => Promise<Subscription | Refusal>
  unsubscribe: (email: string) => Promise<void>
  remove: (id: string) => Promise<void>
  bringNobody: () => Promise<string>
  removeNobody: (id: string) => Promise<void>
  /** Throws if the publication is not found, which would explain a 404 for a subscription. */
  requirePublication: () => Promise<void>
}

const FIELDS_ARE_FRESH = 10 * 60_000

const MAY_NOT_LIST =
  'The key may not see the custom fields in Beehiiv: set one under Settings that may, or add the fields there.'

export function createBeehiiv({ apiKey, publicationId, baseUrl, timeoutMs }: BeehiivConfig): Beehiiv {
  const call = createCall({ apiKey, publicationId, baseUrl, timeoutMs })
  const fields = createFields(call)

  async function readPublication(): Promise<unknown> {
    const { status, body } = await call('GET', '')
    if (status >= 300) throw unknownPublication()
    return body
  }

  return {
    publicationId,
    async check() {
      try {
        const { data } = (await readPublication()) as { data?: { name?: string } }
        fields.forgetFields()
        const message = `Beehiiv's publication "${data?.name ?? publicationId}" can be reached.`
        return { ok: true, message, problems: findFieldProblems(await fields.listFields()) }
      } catch (error) {
        return { ok: false, message: (error as Error).message, problems: [] }
      }
    },
    ...fields,
    ...createSubscriptions(call),
    async bringNobody() {
      const made = await this.create({ email: NOBODY.email, utm: null, fields: [] })
      if ('refused' in made)
        throw new DeliveryError('refused', `Beehiiv does not take the made-up person: ${made.refused}`)
      return made.id
    },
    removeNobody(id) {
      return this.remove(id)
    },
    requirePublication: async () => void (await readPublication()),
  }
}

type Subscriptions = Pick<Beehiiv, 'find' | 'create' | 'update' | 'unsubscribe' | 'remove'>

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
    async unsubscribe(email) {
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

type Fields = Pick<Beehiiv, 'listFields' | 'knownFields' | 'missing' | 'createMissing' | 'forgetFields'>

function createFields(call: Call): Fields {
  let fields: { names: FieldNames; readAt: number } = { names: null, readAt: 0 }

  async function listFields(): Promise<FieldNames> {
    if (Date.now() - fields.readAt > FIELDS_ARE_FRESH) fields = { names: await readFields(call), readAt: Date.now() }
    return fields.names
  }

  function forgetFields() {
    fields.readAt = 0
  }

  return {
    listFields,
    knownFields: () => fields.names,
    forgetFields,
    missing: () => findMissing(fields.names),
    async createMissing() {
      forgetFields()
      const names = await listFields()
      if (!names) throw new DeliveryError('misconfigured', MAY_NOT_LIST)
      try {
        for (const display of findMissing(names)) {
          const answer = await call('POST', '/custom_fields', { kind: 'string', display })
          if (answer.status === 404) throw unknownPublication()
          if (answer.status === 400)
            throw new DeliveryError('refused', `Beehiiv does not take the field "${display}": ${reasonOf(answer)}`)
        }
      } finally {
        forgetFields()
      }
    },
  }
}

/** Null if Beehiiv does not list them. If it ignores `limit`, a page has only ten. */
async function readFields(call: Call): Promise<FieldNames> {
  const names: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call('GET', `/custom_fields?limit=100&page=${page}`).catch(nullIfNotAllowed)
    if (answer?.status === 404) throw unknownPublication()
    const { data, total_pages = 1 } = (answer?.body ?? {}) as { data?: { display?: string }[]; total_pages?: number }
    if (!Array.isArray(data)) return null
    names.push(...data.map(({ display }) => display ?? ''))
    pages = total_pages
  }
  return toFieldNames(names)
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
  try {
    const response = await fetch(`${baseUrl}/publications?limit=100`, { headers, signal: AbortSignal.timeout(20_000) })
    const text = hideSecrets(await response.text(), [apiKey])
    if (!response.ok) throw toDeliveryError({ status: response.status, headers: response.headers, body: null })
    const { data } = JSON.parse(text) as { data?: { id: string; name?: string }[] }
    return (data ?? []).map(({ id, name = id }) => ({ id, name }))
  } catch (error) {
    throw error instanceof DeliveryError ? error : unanswered('Beehiiv', error)
  }
}

function byEmail(email: string): string {
  return `/subscriptions/by_email/${encodeURIComponent(email)}`
}

function toUtm(utm: Record<string, string> | null): Record<string, string> {
  return Object.fromEntries(Object.entries(utm ?? {}).map(([name, value]) => [`utm_${name}`, value]))
}
