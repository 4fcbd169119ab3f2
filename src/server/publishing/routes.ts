import type pg from 'pg'
import { isDeepStrictEqual } from 'node:util'
import { paths } from '#shared/site/paths.ts'
import {
  DraftCheck,
  DraftToDrop,
  DraftToSave,
  PreviewLink,
  PreviewQuery,
  Published,
  QuestionChanges,
  SavedDraft,
  SiteView,
  ToPublish,
} from '#shared/site/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { accountOf, actorOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import { inTransaction } from '../db/transaction.ts'
import type { App } from '../http/server.ts'
import { checkDocument } from './check-document.ts'
import { completed } from './completed.ts'
import { type CountChosen, describeChanges } from './describe-changes.ts'
import { filmRoutes } from './film-routes.ts'
import { logoRoutes } from './logo/routes.ts'
import { publish, type RecordPublish, requirePublishable, withAllKeys } from './publish.ts'
import { listPrivacyTexts } from './privacy-texts.ts'
import { PREVIEW, type Previews } from './preview-routes.ts'
import { createReadQuestionChanges } from './question-changes.ts'
import * as queries from './queries.ts'
import type { Sites } from './sites.ts'

type Dependencies = {
  pool: pg.Pool
  sites: Pick<Sites, 'rehearse' | 'step'>
  record: RecordPublish
  countChosen: CountChosen
  previews: Previews
  /** The file that holds the site; null if the dashboard changes the site. */
  file: string | null
}

/** A document has about 60 KB. */
const BODY_LIMIT = 1024 * 1024
const DOCUMENT = { bodyLimit: BODY_LIMIT }

/** The owner's routes for the site. Register them where a session is required. */
export function siteRoutes(app: App, dependencies: Dependencies) {
  const { pool } = dependencies
  viewRoutes(app, dependencies)
  draftRoutes(app, dependencies)
  publishRoutes(app, dependencies)
  logoRoutes(app, { pool })
  filmRoutes(app, { pool })
}

function viewRoutes(app: App, { pool, previews, file }: Dependencies) {
  app.get(paths.api.adminSite, { schema: { response: { 200: SiteView } } }, async () => {
    const versions = await queries.listVersions(pool)
    const [newest, live] = [versions[0]!, versions.find(({ live_at }) => live_at !== null)!]
    const waiting = newest === live ? [] : await queries.findWaiting(pool, newest.number)
    return {
      live: live.number,
      newest: newest.number,
      waiting: waiting.map(({ failure }) => failure ?? 'A server is preparing its pages.'),
      document: completed(newest.document),
      draft: await readDraft(pool),
      file,
      source: file === null && isSourceNewer(versions) ? sourceSite : null,
      privacy_texts: await listPrivacyTexts(pool),
      versions: await Promise.all(
        versions.map(async ({ document, ...version }, index) => ({
          ...version,
          published_at: version.published_at.toISOString(),
          live_at: version.live_at?.toISOString() ?? null,
          changes: versions[index + 1]
            ? await describeChanges(completed(versions[index + 1]!.document), completed(document))
            : [],
        })),
      ),
    }
  })

  const readQuestionChanges = createReadQuestionChanges(pool)
  app.get(paths.api.adminQuestionChanges, { schema: { response: { 200: QuestionChanges } } }, async () => ({
    changes: await readQuestionChanges(),
  }))

  app.get(
    paths.api.adminSitePreview,
    { schema: { querystring: PreviewQuery, hide: true } },
    async ({ query: { show } }, reply) => reply.headers(PREVIEW).send(await previews.draw(show)),
  )

  app.post(paths.api.adminSitePreviewLink, { schema: { response: { 200: PreviewLink } } }, async () => previews.link())
}

function draftRoutes(app: App, { pool, countChosen, file }: Dependencies) {
  app.put(
    paths.api.adminSiteDraft,
    { schema: { body: DraftToSave, response: { 200: SavedDraft } }, ...DOCUMENT },
    async (request) => {
      requireDashboard({ file })
      const { document, base, revision } = request.body
      const by = actorOf(request).accountId
      const draft = { document: document as SiteDocument, base, revision, by }
      const saved = await inTransaction(pool, (tx) => queries.saveDraft(tx, draft))
      if (saved === null) throw new AppError('draft-changed', { beside: { draft: await readDraft(pool) } })
      return { revision: saved }
    },
  )

  app.delete(paths.api.adminSiteDraft, { schema: { querystring: DraftToDrop } }, async (request, reply) => {
    requireDashboard({ file })
    const isDropped = await queries.dropDraft(pool, request.query.revision)
    const draft = isDropped ? null : await readDraft(pool)
    if (draft) throw new AppError('draft-changed', { beside: { draft } })
    return reply.code(204).send()
  })

  app.post(paths.api.adminSiteCheck, { schema: { response: { 200: DraftCheck } } }, async () => {
    const [former, draft] = [await queries.readNewest(pool), await queries.readDraft(pool)]
    if (!draft) return { problems: [], changes: [] }
    const problems = checkDocument(draft.document, former)
    const isWhole = problems.every(({ path }) => !path.startsWith('questions'))
    return { problems, changes: isWhole ? await describeChanges(former, completed(draft.document), countChosen) : [] }
  })
}

function publishRoutes(app: App, { pool, sites, record, file }: Dependencies) {
  app.post(
    paths.api.adminSitePublish,
    { schema: { body: ToPublish, response: { 202: Published } } },
    async (request, reply) => {
      requireDashboard({ file })
      const [revision, document] = await documentToPublish(pool, request.body)
      requirePublishable(document, await queries.readNewest(pool))
      const dependencies = { pool, rehearse: sites.rehearse, record }
      const number = await publish(dependencies, {
        document: completed(document),
        revision,
        actor: actorOf(request),
        account: accountOf(request).name,
      })
      await sites.step()
      return reply.code(202).send({ number })
    },
  )
}

async function documentToPublish(
  pool: pg.Pool,
  asked: ToPublish,
): Promise<[revision: number | null, document: SiteDocument]> {
  if ('version' in asked) {
    const [version] = await queries.readVersions(pool, [asked.version])
    if (!version) throw new AppError('not-found')
    return [null, withAllKeys(completed(version.document), await queries.readNewest(pool))]
  }
  const draft = await queries.readDraft(pool)
  if (draft?.revision !== asked.revision)
    throw new AppError('draft-changed', { beside: { draft: await readDraft(pool) } })
  return [draft.revision, draft.document]
}

async function readDraft(pool: pg.Pool) {
  const draft = await queries.readDraft(pool)
  return draft && { ...draft, document: completed(draft.document), saved_at: draft.saved_at.toISOString() }
}

/** Throws an AppError if a file holds the site: the dashboard cannot change it then. */
function requireDashboard({ file }: Pick<Dependencies, 'file'>) {
  if (file !== null) throw new AppError('site-in-file')
}

/** Whether src/site differs from every version: an update or an engineer has changed it. */
function isSourceNewer(versions: queries.StoredVersion[]): boolean {
  return versions.every(({ document }) => !isDeepStrictEqual(completed(document), sourceSite))
}
