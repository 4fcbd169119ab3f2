import * as z from 'zod/mini'

export const Words = z.object({
  texts: z.array(z.object({ id: z.string(), text: z.string(), created_at: z.string() })),
  is_cut: z.boolean(),
})
export type Words = z.infer<typeof Words>
