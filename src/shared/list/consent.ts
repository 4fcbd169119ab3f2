import * as z from 'zod/mini'

const instant = z.nullable(z.iso.datetime())

/** The proof of what a person agreed to. */
export const Consent = z.object({
  id: z.string(),
  email: z.string(),
  joined_at: z.iso.datetime(),
  /** `import`: they came with a file, and have not written to this list since. */
  joined_by: z.enum(['here', 'import']),
  /** The published version of the form that they sent; null before there were versions, and without a form. */
  site_version: z.nullable(z.int()),
  /** When they pressed the button in an email. */
  confirmed_at: instant,
  unsubscribed_at: instant,
  /** Since then they want only emails about their place. */
  updates_off_at: instant,
  /** The privacy page as it was when they joined last; null for earlier entries and imports. */
  privacy_text: z.nullable(
    z.object({ number: z.int(), first_shown_at: z.iso.datetime(), sections: z.array(z.unknown()) }),
  ),
})
export type Consent = z.infer<typeof Consent>
