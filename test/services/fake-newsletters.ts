import { createHash, randomUUID } from 'node:crypto'
import { type Call, fakeService, type Reply } from './fake-service.ts'

/** Somebody at a fake service. `status` is the service's own word. */
type FakeMember = {
  id: string
  email: string
  status: string
  fields: Record<string, string | number>
  tags: string[]
  /** How often they were subscribed. */
  subscribed: number
}

type Answering = (call: Call, members: FakeMember[], state: FakeState) => Reply | null
type FakeState = {
  apiKey: string
  place: string
  doubleOptIn: boolean
  fieldNames: string[]
  /** Addresses that were deleted for good. */
  forgotten: string[]
}

async function fakeNewsletter(
  given: Pick<FakeState, 'apiKey' | 'place'>,
  answer: Answering,
  problem: (status: number, reason: string) => unknown,
  { timeoutMs = 60_000 } = {},
) {
  const state: FakeState = { doubleOptIn: false, fieldNames: [], forgotten: [], ...given }
  const members: FakeMember[] = []
  const service = await fakeService(
    (call) => answer(call, members, service as unknown as FakeState),
    (status) => problem(status, `The fake answers ${status}`),
  )
  return Object.assign(service, state, {
    members,
    config: { ...given, baseUrl: service.url, sendsAnswers: false, timeoutMs },
  })
}

export type FakeNewsletter = Awaited<ReturnType<typeof fakeNewsletter>>
type Options = { timeoutMs?: number }

const isValid = (email: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)

function newMember(id: string, email: string, status: string, fields: FakeMember['fields'] = {}): FakeMember {
  return { id, email, status, fields, tags: [], subscribed: status === 'none' ? 0 : 1 }
}

const ofMailchimp = (status: number, detail: string, title = 'Invalid Resource') => ({
  type: 'https://mailchimp.com/developer/marketing/docs/errors/',
  title,
  status,
  detail,
  instance: randomUUID(),
})

/** One audience, with the calls that the server uses. */
export function fakeMailchimp(options?: Options): Promise<FakeNewsletter> {
  const problem = (status: number, detail: string, title?: string): Reply => ({
    status,
    body: ofMailchimp(status, detail, title),
  })
  const shown = ({ id, email, status, fields }: FakeMember): Reply => ({
    status: 200,
    body: { id, email_address: email, status, merge_fields: fields },
  })
  return fakeNewsletter(
    { apiKey: 'secret-us21', place: 'a1b2c3d4e5' },
    ({ method, path, body, headers }, members, fake) => {
      const [, key] = Buffer.from(String(headers.authorization).replace('Basic ', ''), 'base64').toString().split(':')
      if (key !== fake.apiKey) return problem(401, 'Your API key may be invalid.', 'API Key Invalid')
      const [root, query = ''] = path.split('?')
      const [, , list, kind, hash, , action] = root!.split('/')
      if (method === 'GET' && root === '/lists')
        return { status: 200, body: { lists: [{ id: fake.place, name: 'Salon news' }] } }
      if (list !== fake.place) return problem(404, 'The requested resource could not be found.', 'Resource Not Found')
      if (method === 'GET' && !kind)
        return { status: 200, body: { name: 'Salon news', double_optin: fake.doubleOptIn } }
      if (kind === 'merge-fields') {
        if (method === 'POST') fake.fieldNames.push(body.name)
        const merge_fields = fake.fieldNames.map((name, index) => ({ name, tag: `MMERGE${index}` }))
        return { status: 200, body: method === 'POST' ? merge_fields.at(-1) : { merge_fields } }
      }
      if (kind !== 'members' || !hash) return null
      const found = members.find(({ id }) => id === hash)
      const notFound = problem(404, 'The requested resource could not be found.', 'Resource Not Found')
      if (method === 'GET') return found ? shown(found) : notFound
      if (method === 'POST' && action === 'delete-permanent') {
        if (!found) return notFound
        members.splice(members.indexOf(found), 1)
        fake.forgotten.push(hash)
        return { status: 204 }
      }
      if (!query.includes('skip_merge_validation') && !body.status) return null
      const unknown = Object.keys(body.merge_fields ?? {}).find((tag) => !/^MMERGE\d+$/.test(tag))
      if (unknown) return problem(400, `There is no merge field ${unknown}.`)
      if (method === 'PATCH') {
        if (!found) return notFound
        if (body.status === 'subscribed') return null
        if (body.status) found.status = body.status
        Object.assign(found.fields, named(fake, body.merge_fields))
        return shown(found)
      }
      if (method !== 'PUT' || body.status) return null
      if (hash !== createHash('md5').update(body.email_address.toLowerCase()).digest('hex')) return null
      if (fake.forgotten.includes(hash))
        return problem(
          400,
          `${body.email_address} was permanently deleted and cannot be re-imported. The contact must re-subscribe to get back on the list.`,
          'Forgotten Email Not Subscribed',
        )
      if (!isValid(body.email_address)) return problem(400, 'Please provide a valid email address.')
      if (found) return shown(found)
      const made = newMember(hash, body.email_address, body.status_if_new, named(fake, body.merge_fields))
      members.push(made)
      return shown(made)
    },
    (status, reason) => ofMailchimp(status, reason),
    options,
  )

  function named(fake: FakeState, fields: FakeMember['fields'] = {}) {
    return Object.fromEntries(
      Object.entries(fields).map(([tag, value]) => [fake.fieldNames[Number(tag.slice('MMERGE'.length))]!, value]),
    )
  }
}

/** With one tag. */
export function fakeKit(options?: Options): Promise<FakeNewsletter> {
  let last = 0
  const problem = (status: number, ...errors: string[]): Reply => ({ status, body: { errors } })
  const shown = ({ id, email, status, fields }: FakeMember, status_ = 200): Reply => ({
    status: status_,
    body: { subscriber: { id: Number(id), email_address: email, state: status, fields } },
  })
  const keyOf = (label: string) => label.toLowerCase().replaceAll(' ', '_')
  return fakeNewsletter(
    { apiKey: 'kit_secret', place: '3141592' },
    ({ method, path, body, headers }, members, fake) => {
      if (headers['x-kit-api-key'] !== fake.apiKey) return problem(401, 'The API key is invalid')
      const [root, query = ''] = path.split('?')
      const [, kind, id, of, subscriber] = root!.split('/')
      if (method === 'GET' && root === '/tags')
        return { status: 200, body: { tags: [{ id: Number(fake.place), name: 'Waitlist' }] } }
      if (kind === 'custom_fields') {
        if (method === 'POST') fake.fieldNames.push(body.label)
        const custom_fields = fake.fieldNames.map((label, index) => ({ id: index, label, key: keyOf(label) }))
        return method === 'POST'
          ? { status: 201, body: { custom_field: custom_fields.at(-1) } }
          : { status: 200, body: { custom_fields } }
      }
      if (kind === 'tags' && method === 'POST' && of === 'subscribers') {
        const tagged = members.find((one) => one.id === subscriber)
        if (id !== fake.place || !tagged) return problem(404, 'Not Found')
        if (!tagged.tags.includes(id)) tagged.tags.push(id)
        return shown(tagged, 201)
      }
      if (kind !== 'subscribers') return null
      const found = members.find((one) => one.id === id)
      if (method === 'GET' && !id) {
        const search = new URLSearchParams(query)
        if (search.get('status') !== 'all') return null
        const match = members.filter(({ email }) => email === search.get('email_address'))
        return { status: 200, body: { subscribers: match.map((one) => (shown(one).body as any).subscriber) } }
      }
      if (id && !found) return problem(404, 'Not Found')
      if (method === 'GET') return shown(found!)
      if (method === 'POST' && of === 'unsubscribe') {
        found!.status = 'cancelled'
        return { status: 204 }
      }
      const unknown = Object.keys(body.fields ?? {}).find(
        (key) => !fake.fieldNames.some((label) => keyOf(label) === key),
      )
      if (unknown) return problem(422, `The custom field ${unknown} does not exist`)
      if (method === 'PUT') {
        if (body.email_address) found!.email = body.email_address
        Object.assign(found!.fields, labelled(fake, body.fields))
        return shown(found!)
      }
      if (method !== 'POST' || id) return null
      if (!isValid(body.email_address)) return problem(422, 'Email address is invalid')
      const known = members.find(({ email }) => email === body.email_address)
      if (known) return shown(known)
      last += 1
      const made = newMember(String(last), body.email_address, 'active', labelled(fake, body.fields))
      members.push(made)
      return shown(made, 201)
    },
    (_, reason) => ({ errors: [reason] }),
    options,
  )

  function labelled(fake: FakeState, fields: FakeMember['fields'] = {}) {
    return Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [fake.fieldNames.find((label) => keyOf(label) === key)!, value]),
    )
  }
}

/** With one list. `none`: a profile that nobody has subscribed. */
export function fakeKlaviyo(options?: Options): Promise<FakeNewsletter> {
  const failure = (status: number, detail: string) => ({
    errors: [{ id: randomUUID(), status, code: 'invalid', title: 'Invalid input.', detail }],
  })
  const problem = (status: number, detail: string): Reply => ({ status, body: failure(status, detail) })
  const shown = ({ id, email, status, fields }: FakeMember) => ({
    type: 'profile',
    id,
    attributes: {
      email,
      properties: fields,
      subscriptions: { email: { marketing: marketingOf(status) } },
    },
  })
  return fakeNewsletter(
    { apiKey: 'pk_secret', place: 'Y6nRLr' },
    ({ method, path, body, headers }, members, fake) => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers['revision']))) return problem(400, 'A revision is required.')
      if (headers.authorization !== `Klaviyo-API-Key ${fake.apiKey}`)
        return problem(401, 'Missing or invalid private key.')
      const [root, query = ''] = path.split('?')
      const [, kind, id] = root!.split('/')
      const list = { type: 'list', id: fake.place, attributes: { name: 'Waitlist' } }
      if (method === 'GET' && kind === 'lists') {
        if (!id) return { status: 200, body: { data: [list], links: { next: null } } }
        return id === fake.place ? { status: 200, body: { data: list } } : problem(404, 'No such list.')
      }
      if (method === 'GET' && kind === 'profiles') {
        const search = new URLSearchParams(query)
        if (search.get('additional-fields[profile]') !== 'subscriptions') return null
        const [, email] = /^equals\(email,"(.*)"\)$/.exec(search.get('filter')!)!
        const match = members.filter((one) => one.email === JSON.parse(`"${email}"`))
        return { status: 200, body: { data: match.map(shown) } }
      }
      if (headers['content-type'] !== 'application/vnd.api+json') return null
      const { attributes, relationships } = body.data
      if (method === 'PATCH' && kind === 'profiles') {
        const found = members.find((one) => one.id === id)
        if (!found) return problem(404, 'No such profile.')
        Object.assign(found.fields, attributes.properties)
        return { status: 200, body: { data: shown(found) } }
      }
      if (method !== 'POST') return null
      if (kind === 'profile-import') {
        if (!isValid(attributes.email)) return problem(400, 'Invalid email address')
        const known = members.find(({ email }) => email === attributes.email)
        const member = known ?? newMember(randomUUID(), attributes.email, 'none')
        if (!known) members.push(member)
        Object.assign(member.fields, attributes.properties)
        return { status: known ? 200 : 201, body: { data: shown(member) } }
      }
      if (kind === 'data-privacy-deletion-jobs') {
        const place = members.findIndex((one) => one.id === attributes.profile.data.id)
        if (place >= 0) members.splice(place, 1)
        return { status: 202 }
      }
      const isStart = kind === 'profile-subscription-bulk-create-jobs'
      if (!isStart && kind !== 'profile-subscription-bulk-delete-jobs') return null
      if (relationships.list.data.id !== fake.place) return problem(404, 'No such list.')
      for (const { attributes } of body.data.attributes.profiles.data) {
        const member = members.find(({ email }) => email === attributes.email)
        if (!member) continue
        // As the real one, it lifts opt-outs.
        member.status = isStart ? (fake.doubleOptIn ? 'none' : 'SUBSCRIBED') : 'UNSUBSCRIBED'
        if (isStart) member.subscribed += 1
      }
      return { status: 202 }
    },
    (status, reason) => failure(status, reason),
    options,
  )
}

function marketingOf(status: string) {
  if (status === 'HARD_BOUNCE') return { consent: 'SUBSCRIBED', suppression: [{ reason: status }] }
  return { consent: status === 'none' ? 'NEVER_SUBSCRIBED' : status, suppression: [], list_suppressions: [] }
}
