import { BACKGROUND_HEADER } from '#shared/values/header-names.ts'
import { localPath } from '#shared/site/pages.ts'
import type { AnswerOf, Called, Route, SentOf } from '#shared/routes/route.ts'
import { timeLimit } from '../timing/time-limit.ts'
import { tookAction } from './activity.ts'
import { newId } from './new-id.ts'
import { askForProof } from './proof-prompt.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Longer than the server takes to answer. */
  timeLimitMs?: number
  token?: string | null
  headers?: Record<string, string>
  file?: Blob
}

type Arguments<R extends Route> =
  {} extends SentOf<R> ? [sent?: SentOf<R>, options?: CallOptions] : [sent: SentOf<R>, options?: CallOptions]

/** Throws a CallError for everything but an abort. */
export async function call<R extends Route>(route: R, ...[sent, options]: Arguments<R>): Promise<AnswerOf<R>> {
  const read = route.once ? readOnce : readAnswer
  return (await read(route, sent ?? {}, options ?? {})) as AnswerOf<R>
}

export function callFor<R extends Route>(route: R, ...[sent, options]: Arguments<R>): Promise<Response> {
  return send(route, sent ?? {}, options ?? {})
}

export function addressOf<R extends Route>(route: R, ...[sent]: Arguments<R>): string {
  return toAddress(route, sent ?? {}).address
}

const TIME_LIMIT_MS = 30_000

async function send(route: Called, sent: object, options: CallOptions): Promise<Response> {
  const { signal, timeLimitMs = TIME_LIMIT_MS } = options
  const { address, init } = requestOf(route, sent, options)
  const response = await fetch(address, { ...init, signal: signal ?? timeLimit(timeLimitMs) }).catch(unanswered)
  if (response.ok) return response
  const failure = await failureIn(response)
  if (failure.code === 'password-needed' && (await askForProof())) return send(route, sent, options)
  throw failure
}

const PAUSES_MS = [1_000, 3_000, 6_000]
/** A little longer than a server that was killed keeps the key of a request from others. */
const BUSY_MS = 70_000
const BUSY_PAUSE_MS = 2_000

/** It takes effect once: the server knows it by its key. */
async function readOnce(route: Called, sent: object, options: CallOptions): Promise<unknown> {
  const headers = { ...options.headers, 'idempotency-key': newId() }
  const busyUntil = Date.now() + BUSY_MS
  for (let failures = 0; ;) {
    try {
      return await readAnswer(route, sent, { ...options, headers })
    } catch (error) {
      const isBusy = error instanceof CallError && error.code === 'key-busy' && Date.now() < busyUntil
      const pause = isBusy ? BUSY_PAUSE_MS : PAUSES_MS[failures++]
      if (pause === undefined || !isUnanswered(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

async function readAnswer(route: Called, sent: object, options: CallOptions): Promise<unknown> {
  const response = await send(route, sent, options)
  const text = await response.text().catch(unanswered)
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    // It was cut, or a proxy answered instead of the server.
    throw new CallError({ status: null, cause })
  }
}

function requestOf(route: Called, sent: object, { token, headers, file }: CallOptions) {
  const { address, body } = toAddress(route, sent)
  const isOwners = route.path.startsWith('/api/admin/')
  const init: RequestInit = {
    method: route.method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isOwners && !tookAction() && { [BACKGROUND_HEADER]: 'refresh' }),
      ...headers,
    },
    ...(token && { cache: 'no-store' }),
    ...((file ?? body) && { body: file ?? JSON.stringify(body) }),
  }
  return { address: isOwners ? address : localPath(address), init }
}

function toAddress({ path, body }: Called, sent: object) {
  const rest: Record<string, unknown> = { ...sent }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (body !== undefined && body !== 'file') return { address: filled, body: rest }
  const query = new URLSearchParams(
    given.filter(([, value]) => value !== '' && value !== null).map(([name, value]) => [name, String(value)]),
  )
  return { address: given.length > 0 ? `${filled}?${query}` : filled, body: undefined }
}

function unanswered(cause: Error): never {
  if (cause.name === 'AbortError') throw cause
  throw new CallError({ status: null, cause })
}

async function failureIn(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new CallError({ status: response.status, body, retryAfter })
}

const UNREACHABLE = 'The server can’t be reached right now. Please try again in a moment.'

/** Null where none came, or where another program than our server answered. */
type Failure = {
  status: number | null
  body?: Record<string, unknown>
  retryAfter?: number | undefined
  cause?: unknown
}
type Told = { code: string; message: string; fields?: Record<string, string> }

export class CallError extends Error {
  readonly status: number | null
  readonly code: string | null
  readonly fields: Record<string, string>
  readonly body: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor({ status, body = {}, retryAfter, cause }: Failure) {
    const told = body.error as Told | undefined
    const problems = Object.values((body.problems as Record<string, string> | undefined) ?? {})
    super(told ? [told.message, ...problems.filter((problem) => typeof problem === 'string')].join(' ') : UNREACHABLE, {
      cause,
    })
    this.status = status
    this.code = told?.code ?? null
    this.fields = told?.fields ?? {}
    this.body = body
    this.retryAfter = retryAfter
  }

  get isSignedOut(): boolean {
    return this.status === 401
  }

  /** The server may have done what it was asked. */
  get isUnanswered(): boolean {
    return this.status === null || this.status > 500 || this.code === 'key-busy'
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.isSignedOut
}

/** Also true for an error that is no answer of the server. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof CallError) || error.isUnanswered
}

export function reasonOf(error: unknown): string | null {
  return error instanceof CallError && error.code !== null ? error.message : null
}

/** The browser itself logs an answer that refuses. */
export function warn(what: string, error: unknown): void {
  if (!(error instanceof CallError) || error.status === null) console.warn(what, error)
}

export function failureOf(error: unknown): string {
  return error instanceof CallError ? error.message : UNREACHABLE
}

export function refusal(message: string): CallError {
  return new CallError({ status: null, body: { error: { code: 'refused', message } } })
}
