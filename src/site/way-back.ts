/** The links to a person's place, on the thank-you page and for people who come back in the browser that joined. */
export const keptPlace = {
  place: 'Your place',
  notYou: 'Not you?',
  open: 'See your place, live',
  /** Above the private link, as opposed to the referral link that people share. */
  privateTitle: 'Only for you',
  keep: 'Copy private link',
  kept: 'Your private link opens your place on any device. Keep it, and do not share it.',
} as const
