import { queryOptions } from '@tanstack/react-query'
import type { WordsQuery } from '#shared/list/filters.ts'
import { fetchWords } from '../../../api/admin/words.ts'

/** Grouping is expensive for the server, so this is fetched every half minute and not at each live event. */
export const wordsQuery = (query: Partial<WordsQuery>) =>
  queryOptions({ queryKey: ['words', query], queryFn: () => fetchWords(query), meta: { isLive: false } })
