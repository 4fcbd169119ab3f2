import * as z from 'zod/mini'

/** `GET /api/admin/backups`. */
export const Backups = z.object({
  /** Whether a backup is made every night. */
  is_nightly: z.boolean(),
  /** The folder of the nightly backups; null if there are no nightly backups. */
  folder: z.nullable(z.string()),
  /** Whether a passphrase encrypts the backups. */
  is_encrypted: z.boolean(),
  /** The newest backup that was checked by restoring it; null if there is none. */
  last: z.nullable(z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.int(), entries: z.int() })),
  /** Whether a backup is being made. */
  is_under_way: z.boolean(),
  /** The failure of the newest attempt; null if the attempt succeeded. */
  failure: z.nullable(z.object({ at: z.iso.datetime(), problem: z.string() })),
})
export type Backups = z.infer<typeof Backups>
