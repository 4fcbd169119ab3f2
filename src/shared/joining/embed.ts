/** The data about the list that the form on another site needs. */
export type EmbedData = {
  origin: string
  /** The address to which the form is sent. */
  join: string
  /** The address of the same form, for a frame. */
  frame: string
  /** The address of the API that returns the number of people. */
  count: string
  /** The referral link without the code at the end. */
  referral: string
  /** For each network by name, the address for sharing, without the link at the end. */
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

/**
 * The message from a page of the list to the window that opened it: a person has joined, or first has to press the
 * button in a mail.
 */
export type OutcomeMessage = { firstchair: 'joined'; position: number; code: string } | { firstchair: 'asked' }
/** The message from the frame to the page around it. */
export type HeightMessage = { firstchair: 'height'; height: number }
