import * as z from 'zod/mini'

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
  revision: z.int(),
  saved_at: z.string(),
  saved_by: z.nullable(z.string()),
})

const PrivacyText = z.object({
  number: z.int(),
  shown_at: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.union([z.string(), z.array(z.string())])) })),
})

/** The answer of `GET /api/admin/site`. */
export const SiteView = z.object({
  /** The number of the version that visitors see. */
  live: z.int(),
  /** The number of the newest version. `waiting`: the reasons that visitors do not see it yet. */
  newest: z.int(),
  waiting: z.array(z.string()),
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
      live_at: z.nullable(z.string()),
      account: z.nullable(z.string()),
      act_id: z.nullable(z.string()),
      changes: z.array(SiteChange),
    }),
  ),
  /** The texts that the privacy page has had, newest first. */
  privacy_texts: z.array(PrivacyText),
})
export type SiteView = z.infer<typeof SiteView>

/** The pages and mails that a preview can show, in order. */
export const PREVIEWS = {
  home: 'First page',
  form: 'Questions',
  checkInbox: 'Check your inbox',
  confirm: 'Confirming an address',
  thankYou: 'Thank you',
  place: 'Own place',
  invitation: 'Invitation',
  unsubscribe: 'Unsubscribing',
  contact: 'Contact',
  privacy: 'Privacy',
  welcome: 'Mail: welcome',
  friends: 'Mail: friends have joined',
  confirmation: 'Mail: confirm your address',
  reminder: 'Mail: the reminder to confirm',
  newAnswers: 'Mail: are the new answers yours?',
  placeLink: 'Mail: the link to their place',
  newAddress: 'Mail: use this address?',
  letIn: 'Mail: invitation',
  lastCall: 'Mail: an invitation ends',
} as const
export type PreviewName = keyof typeof PREVIEWS
export const PreviewQuery = z.object({
  show: z._default(z.enum(Object.keys(PREVIEWS) as [PreviewName, ...PreviewName[]]), 'home'),
})

/** A link that shows the draft to anybody, until the link expires. */
export const PreviewLink = z.object({ link: z.string(), ends_at: z.string() })
export type PreviewLink = z.infer<typeof PreviewLink>

/**
 * The body of `PUT /api/admin/site/draft`. `base`: the version that the draft began from; the newest one for a new draft.
 * `revision`: the revision that this draft replaces; 0 for none.
 */
export const DraftToSave = z.object({ document: Document, base: z.int(), revision: z.int() })
export type DraftToSave = z.infer<typeof DraftToSave>

/** `DELETE /api/admin/site/draft`: 204 if this draft is discarded, or gone. A 409 has the `draft` of somebody else. */
export const DraftToDrop = z.object({
  revision: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)),
})

/**
 * The answer to a saved draft. A 409 has the `draft` that somebody else saved in the meantime; null if somebody else
 * published or dropped the draft.
 */
export const SavedDraft = z.object({ revision: z.int() })
export type SavedDraft = z.infer<typeof SavedDraft>

export const DraftCheck = z.object({ problems: z.array(SiteProblem), changes: z.array(SiteChange) })
export type DraftCheck = z.infer<typeof DraftCheck>

/** The body of `POST /api/admin/site/publish`: the draft, or an old version, which is published again. */
export const ToPublish = z.union([z.object({ revision: z.int() }), z.object({ version: z.int() })])
export type ToPublish = z.infer<typeof ToPublish>

export const Published = z.object({ number: z.int() })
