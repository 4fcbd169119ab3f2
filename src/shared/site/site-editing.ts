import * as z from 'zod/mini'
import type { PageName } from './pages.ts'
import { TEMPLATES } from './template-names.ts'

/** The path, such as `landing.lead`, and the end of a sentence about it. */
export const SiteProblem = z.object({ path: z.string(), sentence: z.string() })
export type SiteProblem = z.infer<typeof SiteProblem>

export const SiteChange = z.object({
  path: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  meaning: z.nullable(z.string()),
})
export type SiteChange = z.infer<typeof SiteChange>

export const QuestionChange = z.object({
  question: z.string(),
  at: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type QuestionChange = z.infer<typeof QuestionChange>
export const QuestionChanges = z.object({ changes: z.array(QuestionChange) })

/** By language: the texts that it lacks, as the first language has them. */
const Missing = z.record(z.string(), z.array(z.object({ path: z.string(), text: z.string() })))

const Document = z.record(z.string(), z.unknown())

const Draft = z.object({
  document: Document,
  base: z.int(),
  revision: z.string(),
})

const PrivacyText = z.object({
  number: z.int(),
  shown_at: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.union([z.string(), z.array(z.string())])) })),
})

export const SiteView = z.object({
  newest: z.int(),
  document: Document,
  draft: z.nullable(Draft),
  /** Null if the site is edited in the dashboard. */
  file: z.nullable(z.string()),
  source: z.nullable(Document),
  shipped_languages: z.array(z.string()),
  missing: Missing,
  versions: z.array(
    z.object({
      number: z.int(),
      published_at: z.string(),
      account: z.nullable(z.string()),
      changes: z.array(SiteChange),
    }),
  ),
  link_ends_at: z.nullable(z.string()),
  privacy_texts: z.array(PrivacyText),
})
export type SiteView = z.infer<typeof SiteView>

export const PREVIEWS = {
  home: 'Home page',
  form: 'Questions',
  contact: 'Contact',
  privacy: 'Privacy',
} as const satisfies Partial<Record<PageName, string>>
export type PreviewName = keyof typeof PREVIEWS
export const PreviewQuery = z.object({
  show: z._default(z.enum(Object.keys(PREVIEWS) as [PreviewName, ...PreviewName[]]), 'home'),
})

export const PreviewLink = z.object({ link: z.string(), ends_at: z.string() })
export type PreviewLink = z.infer<typeof PreviewLink>

/** Made by whoever saves, so that a save whose answer was lost can be sent again. */
const Revision = z.uuid()

/**
 * Replaces the draft if it is the revision `replaces`, or this one already. Null: begins a draft, if there is none and
 * `base` is the newest version. Otherwise 409.
 */
export const DraftToSave = z.object({
  document: Document,
  base: z.int(),
  revision: Revision,
  replaces: z.nullable(Revision),
})
export type DraftToSave = z.infer<typeof DraftToSave>

export const DraftToDrop = z.object({ revisions: z.array(Revision).check(z.maxLength(2)) })

export const DraftCheck = z.object({ problems: z.array(SiteProblem), changes: z.array(SiteChange), missing: Missing })
export type DraftCheck = z.infer<typeof DraftCheck>

export const ToPublish = z.union([z.object({ revision: Revision }), z.object({ version: z.int() })])
export type ToPublish = z.infer<typeof ToPublish>

/** Gives the document with the words, blocks and drawings of a template. */
export const TemplateToUse = z.object({ template: z.enum(TEMPLATES), document: Document })

export const Published = z.object({ number: z.int() })
