import { createHash } from 'node:crypto'
import type { PrivacySection } from '#site/privacy.ts'

/** When it was first shown. */
export type NumberedText = { digest: string; number: number; shown_at: string }

export function digestOf(text: PrivacySection[]): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex')
}
