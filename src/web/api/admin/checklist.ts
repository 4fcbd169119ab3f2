import { paths } from '#shared/site/paths.ts'
import { Checklist, MailRecords } from '#shared/owner/settings.ts'
import { fetchJson, patch } from './admin.ts'

export function fetchChecklist(): Promise<Checklist> {
  return fetchJson(Checklist, paths.api.adminChecklist)
}

export async function closeChecklist(isClosed: boolean): Promise<void> {
  await patch(paths.api.adminChecklist, { is_closed: isClosed }, [])
}

export function fetchMailRecords(): Promise<MailRecords> {
  return fetchJson(MailRecords, paths.api.adminMailRecords)
}
