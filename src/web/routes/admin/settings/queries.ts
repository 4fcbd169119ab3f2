import { queryOptions } from '@tanstack/react-query'
import { fetchChecklist, fetchMailRecords } from '../../../api/admin/checklist.ts'
import { fetchSettings } from '../../../api/admin/settings.ts'
import { fetchVersion } from '../../../api/admin/version.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: fetchSettings,
  meta: { isLive: false },
})

/** The server tests every point at each fetch, so the checklist is not refreshed in the background. */
export const checklistQuery = queryOptions({
  queryKey: ['settings', 'checklist'],
  queryFn: fetchChecklist,
  refetchInterval: false,
  meta: { isLive: false },
})

export const mailRecordsQuery = queryOptions({
  queryKey: ['settings', 'mail-records'],
  queryFn: fetchMailRecords,
  refetchInterval: false,
  meta: { isLive: false },
})

export const versionQuery = queryOptions({
  queryKey: ['settings', 'version'],
  queryFn: fetchVersion,
  refetchInterval: false,
  meta: { isLive: false },
})
