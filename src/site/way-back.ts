/** The words about the way back to a person's place: in a browser that joined, and on the thank-you page. */
export const keptPlace = {
  place: 'Your place',
  notYou: 'Not you?',
  open: 'See your place, live',
  /** The private link of the person, as opposed to the link that they share. */
  privateTitle: 'Only for you',
  keep: 'Copy private link',
  kept: 'Your private link opens your place on any device. Keep it, and do not share it.',
} as const
