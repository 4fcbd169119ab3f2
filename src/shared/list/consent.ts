import * as z from 'zod/mini'

const instant = z.nullable(z.iso.datetime())

export const Consent = z.object({
  id: z.string(),
  email: z.string(),
  joined_at: z.iso.datetime(),
  /** `import`: they came with a file, and have not written to this list since. */
  joined_by: z.enum(['here', 'import']),
  site_version: z.nullable(z.int()),
  confirmed_at: instant,
  unsubscribed_at: instant,
  updates_off_at: instant,
  privacy_text: z.nullable(
    z.object({ number: z.int(), first_shown_at: z.iso.datetime(), sections: z.array(z.unknown()) }),
  ),
})
export type Consent = z.infer<typeof Consent>
