/** What the form on another site knows of the list. */
export type EmbedData = {
  origin: string
  /** Where the form goes. */
  join: string
  /** The same form for a frame. */
  frame: string
  /** The call for the number of people. */
  count: string
  /** Without the code at its end. */
  referral: string
  /** The addresses for sharing by their names, each without the link at its end. */
  share: Record<string, string>
  words: Record<EmbedWord, string>
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

/** What a page of the list tells the window that opened it: a person has joined, or has to press the button in a mail first. */
export type OutcomeMessage = { firstchair: 'joined'; position: number; code: string } | { firstchair: 'asked' }
/** What the frame tells the page around it. */
export type HeightMessage = { firstchair: 'height'; height: number }
