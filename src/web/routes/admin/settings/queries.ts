import { queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { ONCE } from '../state/queries.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => call(ROUTES.settings),
  meta: { isLive: false },
})

/** The server tests every point at each fetch, so the checklist is not refreshed in the background, unless it failed. */
export const checklistQuery = queryOptions({
  queryKey: ['settings', 'checklist'],
  queryFn: () => call(ROUTES.checklist),
  ...ONCE,
  meta: { isLive: false },
})

export const mailRecordsQuery = queryOptions({
  queryKey: ['settings', 'mail-records'],
  queryFn: () => call(ROUTES.mailRecords),
  ...ONCE,
  meta: { isLive: false },
})
