import * as z from 'zod/mini'
import { ErrorResponse } from '#shared/values/errors.ts'
import { paths } from '#shared/site/paths.ts'
import { MOST_FILM_BYTES, StoredFilm } from '#shared/site/film.ts'
import { DrawnLogo, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import {
  DraftCheck,
  type DraftToSave,
  PreviewLink,
  type QuestionChange,
  QuestionChanges,
  SavedDraft,
  SiteProblem,
  SiteView,
  type ToPublish,
} from '#shared/site/site-editing.ts'
import { timeLimit } from '../../timing/time-limit.ts'
import { fetchJson, post, postFile, readAs, request, withQuery } from './admin.ts'

export function fetchSite(): Promise<SiteView> {
  return fetchJson(SiteView, paths.api.adminSite)
}

/** Saves the draft. Returns its new revision, or null if somebody else has saved in the meantime. */
export async function saveDraft(draft: DraftToSave): Promise<number | null> {
  const init = { method: 'PUT', ...jsonOf(draft), signal: timeLimit(30_000), allow: [409] }
  const response = await request(paths.api.adminSiteDraft, init)
  return response.ok ? (await readAs(SavedDraft, response)).revision : null
}

/** Discards the draft of this revision. Returns false if somebody else has saved in the meantime. */
export async function dropDraft(revision: number): Promise<boolean> {
  const path = withQuery(paths.api.adminSiteDraft, { revision })
  return (await request(path, { method: 'DELETE', signal: timeLimit(30_000), allow: [409] })).ok
}

function jsonOf(body: object) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export async function fetchQuestionChanges(): Promise<QuestionChange[]> {
  return (await fetchJson(QuestionChanges, paths.api.adminQuestionChanges)).changes
}

/** Creates a link that shows the draft to anybody for a day. */
export async function createPreviewLink(): Promise<PreviewLink> {
  return readAs(PreviewLink, await post(paths.api.adminSitePreviewLink, {}))
}

export async function checkDraft(): Promise<DraftCheck> {
  return readAs(DraftCheck, await post(paths.api.adminSiteCheck, {}))
}

const Refusal = z.object({ problems: z.optional(z.array(SiteProblem)), reason: z.optional(z.string()) })

/** Publishes the draft or an earlier version. Returns null, or the reason why nothing was published. */
export async function publishSite(wanted: ToPublish): Promise<string | null> {
  // All pages are drawn first.
  const init = { method: 'POST', ...jsonOf(wanted), signal: timeLimit(120_000), allow: [400, 409, 503] }
  const response = await request(paths.api.adminSitePublish, init)
  if (response.ok) return null
  const body: unknown = await response.json()
  const { problems = [], reason } = z.parse(Refusal, body)
  const more = problems.map(({ path, sentence }) => `${path} ${sentence}.`)
  return [z.parse(ErrorResponse, body).error.message, reason, ...more].filter(Boolean).join(' ')
}

/** Uploads a film. Returns its address, or the fault of the file, as the end of a sentence. */
export async function sendFilm(file: Blob): Promise<{ file: string } | string> {
  if (file.size > MOST_FILM_BYTES) return 'has more than 20 MB'
  const response = await postFile(paths.api.adminSiteFilm, new Blob([file], { type: 'application/octet-stream' }))
  if (response.ok) return readAs(StoredFilm, response)
  const { error } = z.parse(ErrorResponse, await response.json())
  return error.fields?.film ?? `was refused: ${error.message}`
}

/** Uploads a logo for the server to draw. Returns the drawn logo, or the fault of the file as the end of a sentence. */
export async function sendLogo(file: Blob): Promise<DrawnLogo | string> {
  if (file.size > MOST_LOGO_BYTES) return 'has more than 2 MB'
  const response = await postFile(paths.api.adminSiteLogo, new Blob([file], { type: 'application/octet-stream' }))
  if (response.ok) return readAs(DrawnLogo, response)
  const { error } = z.parse(ErrorResponse, await response.json())
  return error.fields?.logo ?? `was refused: ${error.message}`
}
