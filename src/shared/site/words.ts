import * as z from 'zod/mini'

/** Texts that are alike, and how many people wrote one of them. */
export const WordGroup = z.object({
  /** As most of them wrote it. */
  text: z.string(),
  people: z.int(),
  /** A text that a search finds in every one of them; null if they have too little in common. */
  search: z.nullable(z.string()),
  /** The different ways of writing it, most frequent first: the first ten, each with a search that finds it. */
  spellings: z.array(z.object({ text: z.string(), people: z.int(), search: z.nullable(z.string()) })),
  /** How many ways there are. */
  ways: z.int(),
})
export type WordGroup = z.infer<typeof WordGroup>

/** The answer of `GET /api/admin/words`, whose query is `WordsQuery`. */
export const Words = z.object({
  /** How many people wrote something that was read: the newest ones, if `is_cut`. */
  people: z.int(),
  is_cut: z.boolean(),
  /** Most people first, and among equals the newest. */
  groups: z.array(WordGroup),
  /** How many groups there are. */
  total: z.int(),
})
export type Words = z.infer<typeof Words>
