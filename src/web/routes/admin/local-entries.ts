import type { Entry } from '#shared/entry.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'

/** An entry as the dashboard shows it. One that only this browser has may lack anything but its email. */
export type ShownEntry = Partial<Entry> & { id: string; email: string; date?: string; isLocal?: true }

/** What this browser submitted, as far as it can be read: anybody may have written there. */
export function readLocalEntries(): ShownEntry[] {
  return localSubmissions()
    .filter((entry) => typeof entry?.email === 'string' && entry.email !== '')
    .map((entry) => ({ ...entry, id: String(entry.id ?? entry.email), isLocal: true }))
}
