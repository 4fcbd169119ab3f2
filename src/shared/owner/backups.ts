import * as z from 'zod/mini'

export const Backups = z.object({
  is_nightly: z.boolean(),
  folder: z.nullable(z.string()),
  is_encrypted: z.boolean(),
  last: z.nullable(z.object({ at: z.iso.datetime(), file: z.string(), bytes: z.int(), entries: z.int() })),
  is_under_way: z.boolean(),
  failure: z.nullable(z.object({ at: z.iso.datetime(), problem: z.string() })),
})
export type Backups = z.infer<typeof Backups>
