/** The words of the landing page's link to a person's own place. They are in the first load, so they stand alone. */
export const wayBack = {
  joined: 'Already joined?',
} as const

/** The words about the way back to a person's place: in a browser that joined, and on the thank-you page. */
export const keptPlace = {
  place: 'Your place',
  notYou: 'Not you?',
  open: 'See your place, live',
  keep: 'Keep this link',
  kept: 'This link opens your place on any device, so keep it to yourself. Share your referral link with friends instead.',
} as const
