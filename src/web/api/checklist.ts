import { paths } from '#shared/paths.ts'
import { Checklist, MailRecords } from '#shared/settings.ts'
import { fetchJson, patch, post } from './admin.ts'

export function fetchChecklist(): Promise<Checklist> {
  return fetchJson(Checklist, paths.api.adminChecklist)
}

export async function closeChecklist(isClosed: boolean): Promise<void> {
  await patch(paths.api.adminChecklist, { is_closed: isClosed }, [])
}

export function fetchMailRecords(): Promise<MailRecords> {
  return fetchJson(MailRecords, paths.api.adminMailRecords)
}

/** Whether this is the owner's password: then they may download a backup for some minutes. */
export async function provePassword(password: string): Promise<boolean> {
  return (await post(paths.api.adminProof, { password }, [403])).ok
}
