import { isDeepStrictEqual } from 'node:util'
import { ROUTES } from '#shared/routes.ts'
import type { ToPublish } from '#shared/site/site-editing.ts'
import { withTemplate } from '#shared/site/template.ts'
import { missingTexts, shippedLanguages, type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { accountOf, actorOf, signedInOf } from '../accounts/sessions.ts'
import type { Config } from '../base/config/config.ts'
import { AppError } from '../base/errors.ts'
import type { Context } from '../context.ts'
import { countChosen } from '../people/answer-columns.ts'
import { type App, route } from '../http/route.ts'
import { changedAddresses, createReadQuestionChanges, describeChanges } from './describe-changes.ts'
import { checkDocument, checkShape } from './check-document.ts'
import { completed } from './completed.ts'
import { logoRoutes } from './logo/routes.ts'
import { publish, type RecordPublish, requirePublishable, withAllKeys } from './publish.ts'
import { listPrivacyTexts } from './privacy-texts.ts'
import { createPreviewLink, drawDraft, failInWords, openLink, PREVIEW } from './preview-routes.ts'
import * as queries from './queries.ts'
import { inTransaction, type Pool } from '../db/query.ts'

/** A document has about 60 KB. */
const BODY_LIMIT = 1024 * 1024
const DOCUMENT = { bodyLimit: BODY_LIMIT }

export function siteRoutes(app: App, ctx: Context, record: RecordPublish) {
  viewRoutes(app, ctx)
  draftRoutes(app, ctx)
  publishRoutes(app, ctx, record)
  logoRoutes(app, ctx)
}

function viewRoutes(app: App, ctx: Context) {
  const { dashboardPool: pool } = ctx
  const { siteFile: file } = ctx.config()

  route(app, ROUTES.site, async () => {
    const versions = await queries.listVersions(pool)
    const newest = versions[0]!
    const draft = await readDraft(pool)
    return {
      newest: newest.number,
      document: completed(newest.document),
      draft,
      shipped_languages: shippedLanguages(),
      missing: missingIn(draft?.document ?? completed(newest.document)),
      file,
      source: file === null && isSourceNewer(versions) ? sourceSite : null,
      link_ends_at: (await openLink(ctx))?.endsAt.toISOString() ?? null,
      privacy_texts: await listPrivacyTexts(pool),
      versions: await Promise.all(
        versions.map(async ({ document, ...version }, index) => ({
          ...version,
          published_at: version.published_at.toISOString(),
          changes: versions[index + 1]
            ? await describeChanges(completed(versions[index + 1]!.document), completed(document))
            : [],
        })),
      ),
    }
  })

  const readQuestionChanges = createReadQuestionChanges(pool)
  route(app, ROUTES.questionChanges, async () => ({
    changes: await readQuestionChanges(),
  }))

  void app.register(async (app: App) => {
    failInWords(app)
    route(app, ROUTES.sitePreview, async ({ query: { show } }, reply) =>
      reply.headers(PREVIEW).send(await drawDraft(ctx, show)),
    )
  })

  route(app, ROUTES.createPreviewLink, () => createPreviewLink(ctx))
  route(app, ROUTES.revokePreviewLink, () => queries.dropPreviewLink(pool))
}

function draftRoutes(app: App, { dashboardPool: pool, config }: Context) {
  route(
    app,
    ROUTES.saveDraft,
    async (request) => {
      requireDashboard(config())
      const faults = checkShape(request.body.document).map(
        ({ path, sentence }) => [`document.${path}`, sentence] as const,
      )
      if (faults.length > 0) throw new AppError('invalid-input', { fields: Object.fromEntries(faults) })
      const by = actorOf(request).accountId
      if (!(await inTransaction(pool, (tx) => queries.saveDraft(tx, request.body, by))))
        throw new AppError('draft-changed')
    },
    DOCUMENT,
  )

  route(
    app,
    ROUTES.siteTemplate,
    async ({ body: { document, template } }) => {
      requireDashboard(config())
      if (checkShape(document).length > 0) throw new AppError('invalid-input')
      return { document: withTemplate(completed(document), template) }
    },
    DOCUMENT,
  )

  route(app, ROUTES.dropDraft, async (request) => {
    requireDashboard(config())
    const isDropped = await queries.dropDraft(pool, request.body.revisions)
    if (!isDropped && (await queries.readDraft(pool))) throw new AppError('draft-changed')
  })

  route(app, ROUTES.checkDraft, async () => {
    const [former, draft] = [await queries.readNewest(pool), await queries.readDraft(pool)]
    if (!draft) return { problems: [], changes: [], missing: missingIn(former) }
    const document = completed(draft.document)
    const problems = checkDocument(draft.document, former)
    const isWhole = problems.every(({ path }) => !path.startsWith('questions'))
    return {
      problems,
      changes: isWhole
        ? await describeChanges(former, document, (question, choice) => countChosen(pool, { question, choice }))
        : [],
      missing: isWhole ? missingIn(document) : {},
    }
  })
}

function publishRoutes(app: App, ctx: Context, record: RecordPublish) {
  const { dashboardPool: pool, config, sites, tellOfChange } = ctx

  route(app, ROUTES.publishSite, async (request) => {
    requireDashboard(config())
    const [revision, document] = await documentToPublish(pool, request.body)
    const former = await queries.readNewest(pool)
    requirePublishable(document, former)
    const leads = changedAddresses(former, completed(document))
    if (leads.length > 0 && !signedInOf(request).isProven) throw new AppError('password-needed')
    const number = await publish(ctx, record, {
      document: completed(document),
      revision,
      actor: actorOf(request),
      account: accountOf(request).name,
    })
    tellOfChange(accountOf(request).name, leads)
    await sites?.step()
    return { number }
  })
}

/** The first language lacks nothing. */
function missingIn(document: SiteDocument) {
  const others = shippedLanguages().filter((language) => language !== document.languages.first)
  return Object.fromEntries(others.map((language) => [language, missingTexts(document, language)]))
}

async function documentToPublish(
  pool: Pool,
  asked: ToPublish,
): Promise<[revision: string | null, document: SiteDocument]> {
  if ('version' in asked) {
    const [version] = await queries.readVersions(pool, [asked.version])
    if (!version) throw new AppError('not-found')
    return [null, withAllKeys(completed(version.document), await queries.readNewest(pool))]
  }
  const draft = await queries.readDraft(pool)
  if (draft?.revision !== asked.revision) throw new AppError('draft-changed')
  return [draft.revision, draft.document]
}

async function readDraft(pool: Pool) {
  const draft = await queries.readDraft(pool)
  return draft && { base: draft.base, revision: draft.revision, document: completed(draft.document) }
}

function requireDashboard({ siteFile }: Pick<Config, 'siteFile'>) {
  if (siteFile !== null) throw new AppError('site-in-file')
}

/** An update or an engineer has changed src/site. */
function isSourceNewer(versions: queries.StoredVersion[]): boolean {
  return versions.every(({ document }) => !isDeepStrictEqual(completed(document), sourceSite))
}
