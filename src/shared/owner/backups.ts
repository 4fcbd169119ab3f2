import * as z from 'zod/mini'

/** `GET /api/admin/backups`. */
export const Backups = z.object({
  /** Whether one is made every night. */
  is_nightly: z.boolean(),
  /** Where they are written at night; null if none is. */
  folder: z.nullable(z.string()),
  /** Whether a passphrase encrypts them. */
  is_encrypted: z.boolean(),
  /** The newest one that was restored for a check; null if there is none. */
  last: z.nullable(z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.int(), entries: z.int() })),
  /** Whether one is being made. */
  is_under_way: z.boolean(),
  /** Why the newest attempt failed; null if it did not. */
  failure: z.nullable(z.object({ at: z.iso.datetime(), problem: z.string() })),
})
export type Backups = z.infer<typeof Backups>
