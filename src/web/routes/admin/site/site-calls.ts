import { fieldName } from '#shared/site/field-names.ts'
import { ROUTES } from '#shared/routes.ts'
import type { DraftToSave, SiteProblem, ToPublish } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import type { TemplateName } from '#shared/site/template-names.ts'
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

export async function wordsOfTemplate(document: SiteDocument, template: TemplateName): Promise<SiteDocument> {
  const { document: made } = await call(ROUTES.siteTemplate, { template, document })
  return made as unknown as SiteDocument
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
