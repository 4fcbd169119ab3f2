import type { WordsQuery } from '#shared/list/filters.ts'
import { paths } from '#shared/site/paths.ts'
import { Words } from '#shared/site/words.ts'
import { fetchJson, withQuery } from './admin.ts'

export function fetchWords(query: Partial<WordsQuery>): Promise<Words> {
  return fetchJson(Words, withQuery(paths.api.adminWords, query))
}
