import { ActAccepted, ActDetail, ActPreview, ActsPage, EntryActsPage, type LogQuery, Tags } from '#shared/list/acts.ts'
import { type ActRequest } from '#shared/list/act-requests.ts'
import { PersonDeliveries } from '#shared/owner/deliveries.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, post, readAs, withQuery } from './admin.ts'

/** The effect that an act would have now. Changes nothing. */
export async function previewAct(request: ActRequest): Promise<ActPreview> {
  return readAs(ActPreview, await post(paths.api.adminActsPreview, request))
}

/** Makes an act. Returns its id. */
export async function makeAct(request: ActRequest): Promise<string> {
  return (await readAs(ActAccepted, await post(paths.api.adminActs, request))).act_id
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
