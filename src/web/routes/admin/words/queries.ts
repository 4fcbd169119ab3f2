import { queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { WordsQuery } from '#shared/list/filters.ts'
import { call } from '../../../calls/call.ts'

/** Fetched every half minute and not at each live event: a search reads many texts. */
export const wordsQuery = (query: Partial<WordsQuery> & Pick<WordsQuery, 'question'>) =>
  queryOptions({ queryKey: ['words', query], queryFn: () => call(ROUTES.words, query), meta: { isLive: false } })
