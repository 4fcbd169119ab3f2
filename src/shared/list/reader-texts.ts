import * as z from 'zod/mini'
import { LANGUAGES } from '../values/language.ts'

const LANGUAGE = z.enum(Object.keys(LANGUAGES) as [keyof typeof LANGUAGES])

/** What the owner writes for readers of another language than the first; readers of one without get the first. */
export function textsByLanguage<Texts extends z.ZodMiniType>(texts: Texts) {
  return z.partialRecord(LANGUAGE, texts)
}

/** A page in a frame shows the mail as readers of this language get it. */
export const previewLanguage = z.optional(LANGUAGE)

/** How many of the readers have each language of the site, the first one first. */
export const Readers = z.array(z.object({ language: z.string(), people: z.int() }))
export type Readers = z.infer<typeof Readers>
