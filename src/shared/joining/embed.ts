export type EmbedData = {
  origin: string
  join: string
  frame: string
  count: string
  referral: string
  share: Record<string, string>
  words: Record<EmbedWord, string>
  lines: string[]
  /** What the form's button does: joins with '', or `tell`. Null: there is no form. */
  act: '' | 'tell' | null
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
