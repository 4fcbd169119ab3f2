/** Addresses are paths, so that the origin is sent once. */
export type EmbedData = {
  origin: string
  count: string
  share: Record<string, string>
  /** What the form's button does: joins with '', or `tell`. Null: there is no form. */
  act: '' | 'tell' | null
  first: string
  languages: Record<string, EmbedTexts>
}
export type EmbedTexts = {
  locale: string
  direction: 'ltr' | 'rtl'
  join: string
  frame: string
  referral: string
  words: Record<EmbedWord, string>
  lines: string[]
}
type EmbedWord =
  | 'title'
  | 'email'
  | 'button'
  | 'joined'
  | 'opens'
  | 'privacy'
  | 'privacyLink'
  | 'asked'
  | 'before'
  | 'after'
  | 'link'
  | 'copy'
  | 'copied'
  | 'failed'

export type OutcomeMessage = { firstchair: 'joined'; position: number; code: string } | { firstchair: 'asked' }
export type HeightMessage = { firstchair: 'height'; height: number }
