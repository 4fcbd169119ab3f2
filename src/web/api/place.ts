import { type ErrorResponse } from '#shared/values/errors.ts'
import { paths } from '#shared/site/paths.ts'
import { BROWSER_TOKEN, InvitationKey, LeaveResponse, Place, PlaceReceipt } from '#shared/joining/place.ts'
import { browserToken } from '../storage/place-token.ts'
import { sendJson } from './send-json.ts'
import { timeLimit } from '../timing/time-limit.ts'

/**
 * The reason why a call failed: the token is invalid, a fresh link is needed, a field is wrong, or anything else.
 * `message`: the server's text, if it has one that the person should read.
 */
export type PlaceFault =
  | { fault: 'ended' }
  | { fault: 'link-needed' }
  | { fault: 'fields'; fields: Record<string, string> }
  | { fault: 'failed'; message?: string }
export type PlaceOutcome<Answer> = Answer | PlaceFault

export function isFault(outcome: object | string): outcome is PlaceFault {
  return typeof outcome === 'object' && 'fault' in outcome
}

export function readPlace(token: string): Promise<PlaceOutcome<Place>> {
  return call(token, paths.api.place, {}, async (response) => Place.parse(await response.json()))
}

type Correction = { answers: Record<string, unknown> } | { full_name: string }

/** Replaces the answers to some questions, or the name. Returns the place afterwards. */
export function correctPlace(token: string, correction: Correction): Promise<PlaceOutcome<Place>> {
  const sent = { method: 'PATCH', ...json(correction) }
  return call(token, paths.api.place, sent, async (response) => Place.parse(await response.json()))
}

/** Asks for a fresh link by mail. Unlike `askForLink`, the answer says whether one will come. */
export function askForFreshLink(token: string): Promise<PlaceOutcome<'asked'>> {
  return call(token, paths.api.placeFreshLink, { method: 'POST' }, async () => 'asked' as const)
}

/** Asks for a mail to the new address, which the person has to confirm first. */
export function askForEmail(token: string, email: string): Promise<PlaceOutcome<'asked'>> {
  return call(token, paths.api.placeEmail, { method: 'POST', ...json({ email }) }, async () => 'asked' as const)
}

/** Resumes mail for a person who had stopped it. Returns the place afterwards. */
export function resumeMail(token: string): Promise<PlaceOutcome<Place>> {
  return call(token, paths.api.placeMail, { method: 'POST' }, async (response) => Place.parse(await response.json()))
}

/** Fetches the token of the person's open invitation. */
export function fetchInvitation(token: string): Promise<PlaceOutcome<string>> {
  const parse = async (response: Response) => InvitationKey.parse(await response.json()).token
  return call(token, paths.api.placeInvitation, { method: 'POST' }, parse)
}

/** Everything that is stored about the person, as the text of a JSON file. */
export function fetchExport(token: string): Promise<PlaceOutcome<string>> {
  return call(token, paths.api.placeExport, {}, (response) => response.text())
}

export function leaveList(token: string): Promise<PlaceOutcome<LeaveResponse>> {
  const parse = async (response: Response) => LeaveResponse.parse(await response.json())
  return call(token, paths.api.place, { method: 'DELETE' }, parse)
}

export function readReceipt(token: string): Promise<PlaceOutcome<PlaceReceipt>> {
  return call(token, paths.api.receipt, {}, async (response) => PlaceReceipt.parse(await response.json()))
}

/** Opens the stream of live events of one place. Throws on failure. The caller ends the stream with `signal`. */
export async function openPlaceEvents(token: string, signal: AbortSignal): Promise<NonNullable<Response['body']>> {
  const response = await fetch(paths.api.placeLive, { headers: bearer(token), signal, cache: 'no-store' })
  if (!response.ok || !response.body) throw new Error(`The events answered ${response.status}`)
  return response.body
}

/** Asks the server to mail the link to an address on the list. The answer is the same for every address. */
export async function askForLink(email: string): Promise<'asked' | 'failed'> {
  try {
    const { ok } = await sendJson(paths.api.placeLinks, { email })
    return ok ? 'asked' : 'failed'
  } catch (error) {
    console.warn('The link was not asked for', error)
    return 'failed'
  }
}

async function call<Answer>(
  token: string,
  path: string,
  sent: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<PlaceOutcome<Answer>> {
  try {
    const response = await fetch(path, {
      ...sent,
      headers: { ...sent.headers, ...bearer(token), ...ownBrowser(token) },
      cache: 'no-store',
      signal: timeLimit(20_000),
    })
    return response.ok ? await read(response) : await faultOf(response)
  } catch (error) {
    console.warn('A call about your place failed', error)
    return { fault: 'failed' }
  }
}

async function faultOf(response: Response): Promise<PlaceFault> {
  if (response.status === 404 || response.status === 401) return { fault: 'ended' }
  const { error } = (await response.json()) as ErrorResponse
  if (error.code === 'link-needed') return { fault: 'link-needed' }
  if (error.fields) return { fault: 'fields', fields: error.fields }
  return TOLD.includes(error.code) ? { fault: 'failed', message: error.message } : { fault: 'failed' }
}

/** The errors whose message the person should read. */
const TOLD = ['rate-limited', 'links-used-up', 'emails-used-up', 'own-email', 'no-mail']

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** Sends the browser's own token beside a mailed token, so that the call does not end the browser's token. */
function ownBrowser(token: string): Record<string, string> {
  const own = browserToken()
  return own && own !== token ? { [BROWSER_TOKEN]: own } : {}
}

function json(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
