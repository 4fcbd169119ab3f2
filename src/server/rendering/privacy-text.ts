import { createHash } from 'node:crypto'
import type { PrivacySection } from '#site/privacy.ts'

/** The digest of a text of the privacy page, its number, and the time at which it was first shown. */
export type NumberedText = { digest: string; number: number; shown_at: string }

export function digestOf(text: PrivacySection[]): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex')
}
