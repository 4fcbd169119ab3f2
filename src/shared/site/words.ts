import * as z from 'zod/mini'

/** The answer of `GET /api/admin/words`, whose query is `WordsQuery`. */
export const Words = z.object({
  /** What people wrote, the newest first, and who wrote it. */
  texts: z.array(z.object({ id: z.string(), text: z.string(), created_at: z.string() })),
  /** Whether there are more texts than the limit of the query. */
  is_cut: z.boolean(),
})
export type Words = z.infer<typeof Words>
