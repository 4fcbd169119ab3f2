import * as z from 'zod/mini'

/** A group of similar texts, and the number of people who wrote one of these texts. */
export const WordGroup = z.object({
  /** The most frequent spelling. */
  text: z.string(),
  people: z.int(),
  /** A search that finds all texts of the group; null if they have too little in common. */
  search: z.nullable(z.string()),
  /** The ten most frequent spellings, most frequent first, each with a search that finds it. */
  spellings: z.array(z.object({ text: z.string(), people: z.int(), search: z.nullable(z.string()) })),
  /** The number of different spellings. */
  ways: z.int(),
})
export type WordGroup = z.infer<typeof WordGroup>

/** The answer of `GET /api/admin/words`, whose query is `WordsQuery`. */
export const Words = z.object({
  /** The number of people whose texts were grouped. If `is_cut` is true, only the newest texts were grouped. */
  people: z.int(),
  is_cut: z.boolean(),
  /** The groups with the most people first; on a tie, those with the newest texts. */
  groups: z.array(WordGroup),
  /** The number of all groups. */
  total: z.int(),
})
export type Words = z.infer<typeof Words>
