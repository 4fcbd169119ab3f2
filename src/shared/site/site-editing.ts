import * as z from 'zod/mini'
import type { PageName } from './pages.ts'

/** A problem in the document: the path of the text, such as `landing.lead`, and the end of a sentence about it. */
export const SiteProblem = z.object({ path: z.string(), sentence: z.string() })
export type SiteProblem = z.infer<typeof SiteProblem>

/** A difference between two documents, in words: the path, both texts, and a note on the consequence. */
export const SiteChange = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  meaning: z.nullable(z.string()),
})
export type SiteChange = z.infer<typeof SiteChange>

/** A changed text of a question or a choice. `before` is null if the text was added, and `after` if it was removed. */
export const QuestionChange = z.object({
  question: z.string(),
  at: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type QuestionChange = z.infer<typeof QuestionChange>
export const QuestionChanges = z.object({ changes: z.array(QuestionChange) })

const Document = z.record(z.string(), z.unknown())

const Draft = z.object({
  document: Document,
  /** The version that the draft began with. */
  base: z.int(),
  revision: z.string(),
})

const PrivacyText = z.object({
  number: z.int(),
  shown_at: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.union([z.string(), z.array(z.string())])) })),
})

/** The answer of `GET /api/admin/site`. */
export const SiteView = z.object({
  /** The number of the newest version, which visitors see. */
  newest: z.int(),
  document: Document,
  draft: z.nullable(Draft),
  /** The file that defines the site, so that there are no drafts; null if the site is edited in the dashboard. */
  file: z.nullable(z.string()),
  /**
   * The site of src/site if it differs from all versions, because an update or an engineer changed it; null otherwise.
   */
  source: z.nullable(Document),
  versions: z.array(
    z.object({
      number: z.int(),
      published_at: z.string(),
      account: z.nullable(z.string()),
      changes: z.array(SiteChange),
    }),
  ),
  /** When the link to the draft ends; null if there is none. */
  link_ends_at: z.nullable(z.string()),
  /** The texts that the privacy page has had, newest first. */
  privacy_texts: z.array(PrivacyText),
})
export type SiteView = z.infer<typeof SiteView>

/** The pages that a preview can show, in order: those that concern nobody in particular. */
export const PREVIEWS = {
  home: 'First page',
  form: 'Questions',
  contact: 'Contact',
  privacy: 'Privacy',
} as const satisfies Partial<Record<PageName, string>>
export type PreviewName = keyof typeof PREVIEWS
export const PreviewQuery = z.object({
  show: z._default(z.enum(Object.keys(PREVIEWS) as [PreviewName, ...PreviewName[]]), 'home'),
})

/** A link that shows the draft to anybody, until it ends or is revoked. */
export const PreviewLink = z.object({ link: z.string(), ends_at: z.string() })
export type PreviewLink = z.infer<typeof PreviewLink>

/** Names one save of the draft. Whoever saves makes it, so that a save whose answer was lost can be sent again. */
const Revision = z.uuid()

/**
 * The body of `PUT /api/admin/site/draft`. It replaces the draft if its revision is one of `replaces`. `isNew`: it may
 * also begin a draft, if there is none and `base` is the newest version. A 409 means that somebody else has saved,
 * published or discarded the draft meanwhile.
 */
export const DraftToSave = z.object({
  document: Document,
  base: z.int(),
  revision: Revision,
  replaces: z.array(Revision).check(z.maxLength(1000)),
  isNew: z.boolean(),
})
export type DraftToSave = z.infer<typeof DraftToSave>

/** The body of `DELETE /api/admin/site/draft`: 204 if the draft is one of these revisions, or gone; 409 otherwise. */
export const DraftToDrop = z.object({ revisions: z.array(Revision).check(z.maxLength(1000)) })

export const DraftCheck = z.object({ problems: z.array(SiteProblem), changes: z.array(SiteChange) })
export type DraftCheck = z.infer<typeof DraftCheck>

/** The body of `POST /api/admin/site/publish`: the draft, or an old version, which is published again. */
export const ToPublish = z.union([z.object({ revision: Revision }), z.object({ version: z.int() })])
export type ToPublish = z.infer<typeof ToPublish>

export const Published = z.object({ number: z.int() })
