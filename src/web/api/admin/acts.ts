import { ActAccepted, ActDetail, ActPreview, ActsPage, EntryActsPage, type LogQuery, Tags } from '#shared/list/acts.ts'
import { type ActRequest } from '#shared/list/act-requests.ts'
import { PersonDeliveries } from '#shared/owner/deliveries.ts'
import { paths } from '#shared/site/paths.ts'
import { newId } from '../new-id.ts'
import { ErrorResponse } from '#shared/values/errors.ts'
import { timeLimit } from '../../timing/time-limit.ts'
import { fetchJson, post, readAs, request, SignedOut, Unreachable, withQuery } from './admin.ts'

/** The effect that an act would have now. Changes nothing. */
export async function previewAct(request: ActRequest): Promise<ActPreview> {
  return readAs(ActPreview, await post(paths.api.adminActsPreview, request))
}

/** The pauses before a request without an answer is sent again, in milliseconds. */
const PAUSES_MS = [1_000, 3_000, 6_000]
/** A little longer than a server that was killed keeps the key of a request from others. */
const BUSY_MS = 70_000
const BUSY_PAUSE_MS = 2_000
/** Longer than an act of the usual size takes. */
const ANSWER_MS = 30_000

/** The server still works on an earlier request with the same key, so the answer is yet to come. */
class KeyBusy extends Unreachable {}

/**
 * Makes an act. Returns its id. A request whose answer does not come is sent again, and the act is made once: the
 * server knows the request by its key.
 */
export async function makeAct(act: ActRequest): Promise<string> {
  const key = newId()
  const busyUntil = Date.now() + BUSY_MS
  for (let failures = 0; ;) {
    try {
      return await sendAct(act, key)
    } catch (error) {
      const isBusy = error instanceof KeyBusy && Date.now() < busyUntil
      const pause = isBusy ? BUSY_PAUSE_MS : PAUSES_MS[failures++]
      if (pause === undefined || !isUnanswered(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

async function sendAct(act: ActRequest, key: string): Promise<string> {
  const response = await request(paths.api.adminActs, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(act),
    signal: timeLimit(ANSWER_MS),
    allow: [409],
  })
  if (response.ok) return (await readAs(ActAccepted, response)).act_id
  const { code, message } = (await readAs(ErrorResponse, response)).error
  throw code === 'key-busy' ? new KeyBusy(message, { status: null }) : new Unreachable(message, { status: 409 })
}

/** Whether the server may have done what it was asked, because its answer did not come whole. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof SignedOut) return false
  return !(error instanceof Unreachable) || error.status === null || error.status > 500
}

export function fetchActs({ cursor, ...filters }: LogQuery): Promise<ActsPage> {
  return fetchJson(ActsPage, withQuery(paths.api.adminActs, { ...filters, cursor }))
}

export function fetchAct(id: string, cursor?: string | null): Promise<ActDetail> {
  return fetchJson(ActDetail, withQuery(`${paths.api.adminActs}/${id}`, { cursor: cursor ?? undefined }))
}

/** Undoes an act by a new act. Returns the id of the new act. */
export async function undoAct(id: string): Promise<string> {
  return (await readAs(ActAccepted, await post(`${paths.api.adminActs}/${id}/undo`))).act_id
}

/** Stops an act. The changes that it has already made stay. */
export async function stopAct(id: string): Promise<void> {
  await post(`${paths.api.adminActs}/${id}/stop`)
}

/** The tags in use, the most frequent first. */
export async function fetchTags(): Promise<Tags['tags']> {
  return (await fetchJson(Tags, paths.api.adminTags)).tags
}

/** The newest changes that acts made to a person. */
export function fetchPersonActs(id: string): Promise<EntryActsPage> {
  return fetchJson(EntryActsPage, `${paths.api.adminEntries}/${encodeURIComponent(id)}/acts`)
}

/** The deliveries to a person, by channel. */
export function fetchPersonDeliveries(id: string): Promise<PersonDeliveries> {
  return fetchJson(PersonDeliveries, `${paths.api.adminEntries}/${encodeURIComponent(id)}/deliveries`)
}
