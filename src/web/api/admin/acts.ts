import { ActAccepted, ActDetail, ActPreview, ActsPage, EntryActsPage, type LogQuery, Tags } from '#shared/list/acts.ts'
import { type ActRequest } from '#shared/list/act-requests.ts'
import { PersonDeliveries } from '#shared/owner/deliveries.ts'
import { paths } from '#shared/site/paths.ts'
import { newId } from '../new-id.ts'
import { fetchJson, post, readAs, request, Unreachable, withQuery } from './admin.ts'

/** The effect that an act would have now. Changes nothing. */
export async function previewAct(request: ActRequest): Promise<ActPreview> {
  return readAs(ActPreview, await post(paths.api.adminActsPreview, request))
}

/** The pauses before a request without an answer is sent again, in milliseconds. */
const PAUSES_MS = [1_000, 3_000, 6_000]

/**
 * Makes an act. Returns its id. A request whose answer does not come is sent again, and the act is made once: the
 * server knows the request by its key.
 */
export async function makeAct(act: ActRequest): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': newId() }
  const send = async () => {
    const response = await request(paths.api.adminActs, { method: 'POST', headers, body: JSON.stringify(act) })
    return (await readAs(ActAccepted, response)).act_id
  }
  for (const [tries, pause] of PAUSES_MS.entries()) {
    try {
      return await send()
    } catch (error) {
      const isUnderWay = tries > 0 && error instanceof Unreachable && error.status === 409
      if (!isUnderWay && !isUnanswered(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return send()
}

/** Whether the server may have done what it was asked, because its answer did not come. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Unreachable && (error.status === null || error.status > 500)
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
