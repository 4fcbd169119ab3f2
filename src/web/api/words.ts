import type { WordsQuery } from '#shared/filters.ts'
import { paths } from '#shared/paths.ts'
import { Words } from '#shared/words.ts'
import { fetchJson, withQuery } from './admin.ts'

export function fetchWords(query: Partial<WordsQuery>): Promise<Words> {
  return fetchJson(Words, withQuery(paths.api.adminWords, query))
}
