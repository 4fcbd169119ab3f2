import { OTHER } from '#site/questionnaire.ts'

type OtherPair = { chosen: readonly string[]; other?: string | null | undefined }

/** Whoever chooses Other says what it is. */
export function isOtherMissing({ chosen, other }: OtherPair): boolean {
  return chosen.includes(OTHER) && !other?.trim()
}

/** The text of an Other that is not chosen is dropped. */
export function keptOther({ chosen, other }: OtherPair): string | null {
  return chosen.includes(OTHER) ? (other ?? null) : null
}
