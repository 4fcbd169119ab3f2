/** Beside the field for a referral code, while a visitor types. */
export const codeNotes = {
  known: "A friend's code",
  /** If newcomers by a link have a head start. */
  ahead: 'A friend’s code. You start {places:1 place|# places} ahead.',
  /** A code of the owner's own choice, as for a magazine. */
  named: 'Your code works.',
  namedAhead: 'Your code works. You start {places:1 place|# places} ahead.',
  ended: 'This code has ended. You can join without it.',
  /** The code that the visitor got by joining in this browser. */
  own: 'This is your own code. Share it: it moves you up when a friend joins with it.',
  unknown: 'We do not know this code',
  /** In place of the greeting, for a link with an unknown code. */
  unknownLink: 'The code in this link isn’t valid. You can join without one.',
} as const
