import { queryOptions } from '@tanstack/react-query'
import type { WordsQuery } from '#shared/list/filters.ts'
import { fetchWords } from '../../../api/admin/words.ts'

/** Grouping is work for the server, so this is not fetched again at each live event, but every half minute. */
export const wordsQuery = (query: Partial<WordsQuery>) =>
  queryOptions({ queryKey: ['words', query], queryFn: () => fetchWords(query), meta: { isLive: false } })
