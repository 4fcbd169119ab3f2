/** UTF-16 code units, for the schemas and the inputs' `maxlength`. */
export const MAX_LENGTH = {
  email: 254,
  name: 200,
  freeText: 2000,
  referralCode: 64,
  mailCode: 40,
  submissionId: 64,
  utm: 200,
} as const

/** 24 days, close to the largest PostgreSQL integer. */
export const MAX_ELAPSED_MS = 24 * 24 * 60 * 60 * 1000

const LONE_SURROGATE = /\p{Surrogate}/u

/** What PostgreSQL can store: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text)
}

/** Of a storable text. A character that is cut in two becomes U+FFFD. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(LONE_SURROGATE, '\uFFFD')
}
