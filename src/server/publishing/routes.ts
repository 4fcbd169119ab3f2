import type pg from 'pg'
import { isDeepStrictEqual } from 'node:util'
import { paths } from '#shared/paths.ts'
import { DraftCheck, DraftToSave, Published, SavedDraft, SiteView, ToPublish } from '#shared/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site.ts'
import { accountOf, actorOf } from '../accounts/signed-in.ts'
import { AppError } from '../errors.ts'
import { contentSecurityPolicy } from '../http/page-policy.ts'
import type { App } from '../http/server.ts'
import { checkDocument } from './check-document.ts'
import { completed } from './completed.ts'
import { type CountChosen, describeChanges } from './describe-changes.ts'
import { logoRoutes } from './logo/routes.ts'
import { publish, type RecordPublish, requirePublishable, withAllKeys } from './publish.ts'
import * as queries from './queries.ts'
import type { Sites } from './sites.ts'

type Dependencies = {
  pool: pg.Pool
  sites: Omit<Sites, 'shown' | 'start'>
  record: RecordPublish
  countChosen: CountChosen
  /** The file that is the site; null where the dashboard changes it. */
  file: string | null
}

/** A document has about 60 KB. */
const BODY_LIMIT = 1024 * 1024
const DOCUMENT = { bodyLimit: BODY_LIMIT }

/** The owner's routes for the site. Register them where a session is required. */
export function siteRoutes(app: App, { pool, sites, record, countChosen, file }: Dependencies) {
  app.get(paths.api.adminSite, { schema: { response: { 200: SiteView } } }, async () => {
    const versions = await queries.listVersions(pool)
    const [newest, live] = [versions[0]!, versions.find(({ live_at }) => live_at !== null)!]
    const waiting = newest === live ? [] : await queries.findWaiting(pool, newest.number)
    return {
      live: live.number,
      newest: newest.number,
      waiting: waiting.map(({ failure }) => failure ?? 'A server is preparing its pages.'),
      document: completed(newest.document),
      draft: await readDraft(),
      file,
      source: file === null && isSourceNewer(versions) ? sourceSite : null,
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

  app.put(
    paths.api.adminSiteDraft,
    { schema: { body: DraftToSave, response: { 200: SavedDraft } }, ...DOCUMENT },
    async (request) => {
      requireDashboard()
      const { document, base, revision } = request.body
      const by = actorOf(request).accountId
      const saved = await queries.saveDraft(pool, { document: document as SiteDocument, base, revision, by })
      if (saved === null) throw new AppError('draft-changed', { beside: { draft: await readDraft() } })
      return { revision: saved }
    },
  )

  app.delete(paths.api.adminSiteDraft, async (_request, reply) => {
    requireDashboard()
    await queries.dropDraft(pool)
    return reply.code(204).send()
  })

  app.post(paths.api.adminSiteCheck, { schema: { response: { 200: DraftCheck } } }, async () => {
    const [former, draft] = [await newestOf(), await queries.readDraft(pool)]
    if (!draft) return { problems: [], changes: [] }
    const problems = checkDocument(draft.document, former)
    const isWhole = problems.every(({ path }) => !path.startsWith('questions'))
    return { problems, changes: isWhole ? await describeChanges(former, completed(draft.document), countChosen) : [] }
  })

  app.get(paths.api.adminSitePreview, { schema: { hide: true } }, async (_request, reply) => {
    const draft = await queries.readDraft(pool)
    const former = await newestOf()
    const document = draft?.document ?? former
    requirePublishable(document, former)
    const policy = contentSecurityPolicy({ measures: false, embed: null }).replace(
      "frame-ancestors 'none'",
      "frame-ancestors 'self'",
    )
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(await sites.preview(document))
  })

  app.post(
    paths.api.adminSitePublish,
    { schema: { body: ToPublish, response: { 202: Published } } },
    async (request, reply) => {
      requireDashboard()
      const [revision, document] = await documentToPublish(request.body)
      requirePublishable(document, await newestOf())
      const dependencies = { pool, rehearse: sites.rehearse, record }
      const number = await publish(dependencies, {
        document,
        revision,
        actor: actorOf(request),
        account: accountOf(request).name,
      })
      await sites.step()
      return reply.code(202).send({ number })
    },
  )

  logoRoutes(app, { pool })

  async function documentToPublish(asked: ToPublish): Promise<[revision: number | null, document: SiteDocument]> {
    if ('version' in asked) {
      const [version] = await queries.readVersions(pool, [asked.version])
      if (!version) throw new AppError('not-found')
      return [null, withAllKeys(completed(version.document), await newestOf())]
    }
    const draft = await queries.readDraft(pool)
    if (draft?.revision !== asked.revision)
      throw new AppError('draft-changed', { beside: { draft: await readDraft() } })
    return [draft.revision, draft.document]
  }

  async function newestOf(): Promise<SiteDocument> {
    return completed((await queries.listVersions(pool))[0]!.document)
  }

  async function readDraft() {
    const draft = await queries.readDraft(pool)
    return draft && { ...draft, document: completed(draft.document), saved_at: draft.saved_at.toISOString() }
  }

  function requireDashboard() {
    if (file !== null) throw new AppError('site-in-file')
  }
}

/** Whether src/site differs from every version: an update or an engineer has changed it. */
function isSourceNewer(versions: queries.StoredVersion[]): boolean {
  return versions.every(({ document }) => !isDeepStrictEqual(completed(document), sourceSite))
}
