import type { Readers } from '#shared/list/reader-texts.ts'
import { site } from '#shared/site/site.ts'

/** Those of a language that the site has no more count as the first. */
export function readersOf(counts: Readers): Readers {
  const { languages } = site()
  const people = new Map(languages.map((language) => [language, 0]))
  for (const count of counts) {
    const language = people.has(count.language) ? count.language : languages[0]!
    people.set(language, people.get(language)! + count.people)
  }
  return Array.from(people, ([language, people]) => ({ language, people }))
}
