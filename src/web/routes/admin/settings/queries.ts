import { queryOptions } from '@tanstack/react-query'
import { fetchSettings } from '../../../api/settings.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: fetchSettings,
  meta: { isLive: false },
})
