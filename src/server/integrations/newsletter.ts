import type { NewsletterService, TestResult } from '#shared/owner/integrations.ts'
import { DeliveryError } from './delivery-error.ts'
import { hideSecrets } from './hide-secrets.ts'
import { type Field, type FieldKeys, findMissing } from './newsletter-fields.ts'
import { readRetryAfter, unanswered } from './unanswered.ts'

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

export type NewsletterConfig = {
  apiKey: string
  baseUrl: string
  place: string
  sendsAnswers: boolean
  timeoutMs?: number
}

export type FieldList = {
  wanted: () => Record<string, unknown>
  listFields: () => Promise<FieldKeys>
  knownFields: () => FieldKeys
  forgetFields: () => void
  missing: () => string[]
  createMissing: () => Promise<void>
}

const FIELDS_ARE_FRESH = 10 * 60_000

type FieldCalls = Pick<FieldList, 'wanted'> & {
  /** Null if the key may not list them. */
  read: () => Promise<FieldKeys>
  add: (name: string) => Promise<void>
  mayNotList: string
}

export function keepFields({ wanted, read, add, mayNotList }: FieldCalls): FieldList {
  let known: { keys: FieldKeys; readAt: number } = { keys: null, readAt: 0 }

  async function listFields(): Promise<FieldKeys> {
    if (Date.now() - known.readAt > FIELDS_ARE_FRESH) known = { keys: await read(), readAt: Date.now() }
    return known.keys
  }

  function forgetFields() {
    known.readAt = 0
  }

  return {
    wanted,
    listFields,
    forgetFields,
    knownFields: () => known.keys,
    missing: () => findMissing(wanted(), known.keys),
    async createMissing() {
      forgetFields()
      const keys = await listFields()
      if (!keys) throw new DeliveryError('misconfigured', mayNotList)
      try {
        for (const name of findMissing(wanted(), keys)) await add(name)
      } finally {
        forgetFields()
      }
    },
  }
}

export function lackOf(sentence: string) {
  return (names: string[]) => (names.length === 0 ? [] : [`${sentence}: ${names.join(', ')}.`])
}

export async function checkNewsletter(
  { forgetFields, listFields, missing, describeMissing }: FieldList & Pick<Newsletter, 'describeMissing'>,
  readPlace: () => Promise<string>,
): Promise<TestResult> {
  try {
    const message = await readPlace()
    forgetFields()
    await listFields()
    return { ok: true, message, problems: describeMissing(missing()) }
  } catch (error) {
    return { ok: false, message: (error as Error).message, problems: [] }
  }
}

export type Answer = { status: number; body: unknown; headers: Headers }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Call = (method: Method, path: string, body?: object) => Promise<Answer>

type Sending = {
  name: string
  baseUrl: string
  headers: Record<string, string>
  secret: string
  type?: string
  timeoutMs?: number | undefined
}

export function createSend({
  name,
  baseUrl,
  headers,
  secret,
  type = 'application/json',
  timeoutMs = 20_000,
}: Sending): Call {
  return async (method, path, body) => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': type }) },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { status, headers: answered } = response
      const text = hideSecrets(await response.text(), [secret])
      return { status, headers: answered, body: status < 300 ? read(text) : readFailure(text) }
    } catch (error) {
      throw unanswered(name, error)
    }
  }
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

/** What the caller explains, because it may be about one person. */
const ABOUT_THE_CALL = [400, 404, 405, 409, 422]

/** `keySetting`: where the key is put right. `rights`: what it must be allowed to do. */
export function createCall({ keySetting, rights, ...sending }: Sending & { keySetting: string; rights: string }): Call {
  const send = createSend(sending)
  const { name } = sending
  return async (method, path, body) => {
    const answer = await send(method, path, body)
    const { status, headers } = answer
    if (status < 300 || ABOUT_THE_CALL.includes(status)) return answer
    if (status === 401)
      throw new DeliveryError('misconfigured', `${name} does not accept the key: put a valid one into ${keySetting}.`)
    // Without a reason, it is the gateway that refuses too many calls.
    if (status === 403 && answer.body !== null)
      throw new DeliveryError('misconfigured', `${name} does not let the key do this: ${rights}`)
    if ([403, 429, 502, 503, 504, 529].includes(status)) {
      const sentence = `${name} accepts no calls for a moment (status ${status}).`
      throw new DeliveryError('unavailable', sentence, { retryAfter: readRetryAfter(headers.get('retry-after')) })
    }
    throw new DeliveryError('failed', `${name} failed (status ${status}).`)
  }
}
