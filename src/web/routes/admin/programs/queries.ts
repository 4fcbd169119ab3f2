import { queryOptions } from '@tanstack/react-query'
import { fetchKeys } from '../../../api/keys.ts'

export const keysQuery = queryOptions({ queryKey: ['programs', 'keys'], queryFn: fetchKeys, meta: { isLive: false } })
