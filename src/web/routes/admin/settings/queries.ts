import { queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call(ROUTES.settings),
  meta: { isLive: false },
})

/** The server tests every point at each fetch, so the checklist is not refreshed in the background. */
export const checklistQuery = queryOptions({
  queryKey: ['settings', 'checklist'],
  queryFn: () => call(ROUTES.checklist),
  refetchInterval: false,
  meta: { isLive: false },
})

export const mailRecordsQuery = queryOptions({
  queryKey: ['settings', 'mail-records'],
  queryFn: () => call(ROUTES.mailRecords),
  refetchInterval: false,
  meta: { isLive: false },
})
