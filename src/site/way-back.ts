/** The ways back to a person's own place. On the landing page, where the first load has them: */
export const wayBack = {
  joined: 'Already joined?',
} as const

/** In a browser that joined, and on the thank-you page. */
export const keptPlace = {
  place: 'Your place',
  notYou: 'Not you?',
  open: 'See your place, live',
  keep: 'Keep this link',
  kept: 'It opens your place on any device: your number, every move, and everything you told us.',
} as const
