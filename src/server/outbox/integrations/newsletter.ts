import type { NewsletterService, TestResult } from '#shared/owner/integrations.ts'
import { DeliveryError, hideSecrets, readRetryAfter, unanswered } from './delivery-error.ts'
import { type Field, type FieldKeys, findMissing, toFields, type Values } from './newsletter-fields.ts'

/**
 * `outside`: the service knows them, but nobody has subscribed them. `ended`: they unsubscribed or were taken off the
 * list there. `invalid`: no mail reaches them.
 */
export type Subscriber = { id: string; standing: 'active' | 'outside' | 'ended' | 'invalid' }

/** `leftAlone`: why only they themselves can come back. */
export type Refusal = { refused: string } | { leftAlone: string }

export type Person = { email: string; utm: Record<string, string> | null; fields: Field[] }

/** Before a further call of one method. */
type TakeTurn = () => Promise<void>

/** All but `check` throw a DeliveryError. */
export type Newsletter<Known = never> = FieldList & {
  service: NewsletterService
  name: string
  /** The id of the list, audience or tag that people are added to. It is part of the remote id stored for each person. */
  place: string
  /** Creating people there would subscribe those who had unsubscribed, so they are looked up first. */
  looksFirst: boolean
  /** What the owner reads about fields that the service lacks. */
  describeMissing: (names: string[]) => string[]
  toFields: (person: Known, existing: FieldKeys) => Field[]
  check: () => Promise<TestResult>
  /** `id`: what the service called them before. */
  find: (email: string, id: string | null) => Promise<Subscriber | null>
  /** Returns somebody who exists unchanged. `isNew`: they did not exist. */
  create: (person: Person, takeTurn: TakeTurn) => Promise<(Subscriber & { isNew: boolean }) | Refusal>
  update: (person: Person & { id: string }, takeTurn: TakeTurn) => Promise<Subscriber | Refusal>
  unsubscribe: (person: { email: string; id: string }) => Promise<void>
  remove: (id: string, takeTurn: TakeTurn) => Promise<void>
  /** Throws if the place is not found, which would explain that a person is not. */
  requirePlace: () => Promise<void>
  bringNobody?: () => Promise<string>
  removeNobody?: (id: string) => Promise<void>
}

export type Access = { apiKey: string; baseUrl: string; timeoutMs?: number | undefined }

export type NewsletterConfig = Access & { place: string; sendsAnswers: boolean }

type FieldList = {
  wanted: () => Record<string, unknown>
  listFields: () => Promise<FieldKeys>
  knownFields: () => FieldKeys
  forgetFields: () => void
  missing: () => string[]
  createMissing: () => Promise<void>
}

const FIELDS_ARE_FRESH = 10 * 60_000

type FieldCalls<Known> = {
  wanted: () => Values<Known>
  /** Null if the key may not list them. */
  read: () => Promise<FieldKeys>
  add: (name: string) => Promise<void>
  mayNotList?: string
}

type Made<Known> = Omit<Newsletter<Known>, keyof FieldList | 'toFields' | 'check' | 'requirePlace'> & {
  fields: FieldCalls<Known>
  /** Says that it can be reached. Throws if it is not found. */
  readPlace: () => Promise<string>
}

export function createNewsletter<Known>({ fields, readPlace, ...calls }: Made<Known>): Newsletter<Known> {
  const { wanted, read, add, mayNotList } = fields
  let known: { keys: FieldKeys; readAt: number } = { keys: null, readAt: 0 }
  const missing = () => findMissing(wanted(), known.keys)

  async function listFields(): Promise<FieldKeys> {
    if (Date.now() - known.readAt > FIELDS_ARE_FRESH) known = { keys: await read(), readAt: Date.now() }
    return known.keys
  }

  function forgetFields() {
    known.readAt = 0
  }

  return {
    ...calls,
    wanted,
    listFields,
    forgetFields,
    knownFields: () => known.keys,
    missing,
    async createMissing() {
      forgetFields()
      const isListed = (await listFields()) !== null
      if (!isListed && mayNotList) throw new DeliveryError('misconfigured', mayNotList)
      try {
        for (const name of missing()) await add(name)
      } finally {
        forgetFields()
      }
    },
    toFields: (person, existing) => toFields(wanted(), person, existing),
    async check() {
      try {
        const message = await readPlace()
        forgetFields()
        await listFields()
        return { ok: true, message, problems: calls.describeMissing(missing()) }
      } catch (error) {
        return { ok: false, message: (error as Error).message, problems: [] }
      }
    },
    requirePlace: async () => void (await readPlace()),
  }
}

export function lackOf(sentence: string) {
  return (names: string[]) => (names.length === 0 ? [] : [`${sentence}: ${names.join(', ')}.`])
}

/** `reason`: what a service says against a call that it refuses. */
export type Answer = { status: number; body: unknown; headers: Headers; reason: string }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Call = (method: Method, path: string, body?: object) => Promise<Answer>

type Calling = Access & {
  name: string
  headers: Record<string, string>
  type?: string
  /** What the key must be allowed to do. */
  rights: string
  reasonOf: (body: object) => string | undefined
}

/** What the caller explains, because it may be about one person. */
const ABOUT_THE_CALL = [400, 404, 405, 409, 422]

export function createCall(calling: Calling): Call {
  const { name, rights } = calling
  let closedUntil = 0
  return async (method, path, body) => {
    if (closedUntil > Date.now()) throw tooMany((closedUntil - Date.now()) / 1000)
    const answer = await send(calling, method, path, body)
    const { status, headers } = answer
    // In epoch seconds, at Beehiiv. Klaviyo's seconds from now lie in the past, and its calls go on.
    const reset = Number(headers.get('ratelimit-reset')) * 1000
    closedUntil = headers.get('ratelimit-remaining') === '0' ? reset : 0
    if (status < 300 || ABOUT_THE_CALL.includes(status)) return answer
    if (status === 401)
      throw new DeliveryError(
        'misconfigured',
        `${name} does not accept the key: put a valid one into ${name.toUpperCase()}_API_KEY.`,
      )
    // Without a reason, it is the gateway that refuses too many calls.
    if (status === 403 && answer.body !== null)
      throw new DeliveryError('misconfigured', `${name} does not let the key do this: ${rights}`)
    const untilReset = reset > Date.now() ? (reset - Date.now()) / 1000 : undefined
    if ([403, 429, 502, 503, 504, 529].includes(status))
      throw tooMany(readRetryAfter(headers.get('retry-after')) ?? (status === 429 ? untilReset : undefined), status)
    throw new DeliveryError('failed', `${name} failed (status ${status}).`)
  }

  function tooMany(seconds: number | undefined, status = 429): DeliveryError {
    const retryAfter = seconds && Math.max(1, Math.ceil(seconds))
    return new DeliveryError('unavailable', `${name} accepts no calls for a moment (status ${status}).`, { retryAfter })
  }
}

async function send(
  { name, apiKey, baseUrl, headers, type = 'application/json', timeoutMs = 20_000, reasonOf }: Calling,
  method: Method,
  path: string,
  sent?: object,
): Promise<Answer> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(sent && { 'content-type': type }) },
      body: sent ? JSON.stringify(sent) : null,
      // Elsewhere the call would become a GET, whose answer says nothing, and would take the key along.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status, headers: answered } = response
    const text = hideSecrets(await textOf(response), [apiKey])
    const body = status < 300 ? read(text) : readFailure(text)
    return { status, headers: answered, body, reason: reasonOf(Object(body)) || 'it does not say why' }
  } catch (error) {
    throw unanswered(name, error)
  }
}

/** In characters: a thousand fields with their names have a tenth of it. */
const LONGEST_ANSWER = 4_000_000

async function textOf({ body }: Response): Promise<string> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.length > LONGEST_ANSWER) throw new Error('The answer is too long.')
  }
  return text
}

function read(text: string): unknown {
  return text === '' ? null : JSON.parse(text)
}

/** The body of a failure may be a gateway's page. */
function readFailure(text: string): unknown {
  try {
    return read(text)
  } catch {
    return null
  }
}

export const NOBODY = { email: 'robin.reed@example.com', name: 'Robin Reed (a trial)' }
