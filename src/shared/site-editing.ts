import * as z from 'zod/mini'

/** Its place in the document, as `landing.lead`, and the end of a sentence about it. */
export const SiteProblem = z.object({ path: z.string(), sentence: z.string() })
export type SiteProblem = z.infer<typeof SiteProblem>

/** What two documents differ in, for people: its place, the words before and after, and what it means. */
export const SiteChange = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  meaning: z.nullable(z.string()),
})
export type SiteChange = z.infer<typeof SiteChange>

const Document = z.record(z.string(), z.unknown())

const Draft = z.object({
  document: Document,
  /** The version that it began with. */
  base: z.int(),
  revision: z.int(),
  saved_at: z.string(),
  saved_by: z.nullable(z.string()),
})

/** The answer of `GET /api/admin/site`. */
export const SiteView = z.object({
  /** The version that is shown. */
  live: z.int(),
  /** The newest one, and why it is not shown yet. */
  newest: z.int(),
  waiting: z.array(z.string()),
  document: Document,
  draft: z.nullable(Draft),
  /** The file that is the site, in place of drafts. */
  file: z.nullable(z.string()),
  /** The site of src/site, where it is none of the versions: an update or an engineer has changed it. */
  source: z.nullable(Document),
  versions: z.array(
    z.object({
      number: z.int(),
      published_at: z.string(),
      live_at: z.nullable(z.string()),
      account: z.nullable(z.string()),
      act_id: z.nullable(z.string()),
      changes: z.array(SiteChange),
    }),
  ),
})
export type SiteView = z.infer<typeof SiteView>

/** The body of `PUT /api/admin/site/draft`. `revision`: the one that it replaces; 0 for none. */
export const DraftToSave = z.object({ document: Document, base: z.int(), revision: z.int() })
export type DraftToSave = z.infer<typeof DraftToSave>

/** The answer to a saved draft. With 409, `draft` is what somebody else has saved meanwhile; null if they published or dropped it. */
export const SavedDraft = z.object({ revision: z.int() })

export const DraftCheck = z.object({ problems: z.array(SiteProblem), changes: z.array(SiteChange) })
export type DraftCheck = z.infer<typeof DraftCheck>

/** The body of `POST /api/admin/site/publish`: the draft, or an old version again. */
export const ToPublish = z.union([z.object({ revision: z.int() }), z.object({ version: z.int() })])
export type ToPublish = z.infer<typeof ToPublish>

export const Published = z.object({ number: z.int() })
