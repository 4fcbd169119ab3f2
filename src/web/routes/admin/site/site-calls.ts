import { fieldName } from '#shared/site/field-names.ts'
import { type DrawnLogo, MOST_LOGO_BYTES } from '#shared/site/logo.ts'
import { ROUTES } from '#shared/routes.ts'
import type { DraftToSave, SiteProblem, ToPublish } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import { call } from '../../../calls/call.ts'
import { CallError } from '../../../calls/call-error.ts'

/** Longer than a server takes to draw all pages. */
const TIME_LIMIT_MS = 120_000

/**
 * Publishes the draft or an earlier version. Returns null, or the reason why nothing was published. `document`: the
 * draft, whose words name the fields. Throws if nobody knows.
 */
export async function publishSite(wanted: ToPublish, document: SiteDocument): Promise<string | null> {
  try {
    await call(ROUTES.publishSite, wanted, { timeLimitMs: TIME_LIMIT_MS })
    return null
  } catch (error) {
    if (!(error instanceof CallError) || error.code === null) throw error
    const { problems = [], reason } = error.body as { problems?: SiteProblem[]; reason?: string }
    const more = problems.map(({ path, sentence }) => `${fieldName(path, document)} ${sentence}.`)
    return [error.message, reason, ...more].filter(Boolean).join(' ')
  }
}

/** Uploads a logo for the server to draw. Returns the drawn logo, or the fault of the file as the end of a sentence. */
export async function sendLogo(file: Blob): Promise<DrawnLogo | string> {
  if (file.size > MOST_LOGO_BYTES) return 'has more than 2 MB'
  const bytes = new Blob([file], { type: 'application/octet-stream' })
  return call(ROUTES.storeLogo, {}, { file: bytes, timeLimitMs: TIME_LIMIT_MS }).catch((error: unknown) => {
    const fault = error instanceof CallError ? error.fields.logo : undefined
    if (fault === undefined) throw error
    return fault
  })
}

export function saveDraft(draft: DraftToSave): Promise<boolean> {
  return call(ROUTES.saveDraft, draft).then(() => true, falseIfChanged)
}

export function dropDraft(revisions: string[]): Promise<boolean> {
  return call(ROUTES.dropDraft, { revisions }).then(() => true, falseIfChanged)
}

function falseIfChanged(error: unknown): false {
  if (error instanceof CallError && error.status === 409) return false
  throw error
}
