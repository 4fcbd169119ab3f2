import { ActAccepted, ActDetail, ActPreview, type ActRequest } from '#shared/acts.ts'
import { paths } from '#shared/paths.ts'
import { fetchJson, post, readAs, withQuery } from './admin.ts'

/** What an act would do now. It changes nothing. */
export async function previewAct(request: ActRequest): Promise<ActPreview> {
  return readAs(ActPreview, await post(paths.api.adminActsPreview, request))
}

/** Makes an act. Returns its id. */
export async function makeAct(request: ActRequest): Promise<string> {
  return (await readAs(ActAccepted, await post(paths.api.adminActs, request))).act_id
}

export function fetchAct(id: string, cursor?: string | null): Promise<ActDetail> {
  return fetchJson(ActDetail, withQuery(`${paths.api.adminActs}/${id}`, { cursor: cursor ?? undefined }))
}

/** Takes an act back, as an act of its own. Returns its id. */
export async function undoAct(id: string): Promise<string> {
  return (await readAs(ActAccepted, await post(`${paths.api.adminActs}/${id}/undo`))).act_id
}
