/** Beside the field for a referral code, while a visitor types. */
export const codeNotes = {
  known: "A friend's code",
  /** If newcomers by a link have a head start. */
  ahead: 'A friend’s code. You start {places:1 place|# places} ahead.',
  /** The code that the visitor got by joining in this browser. */
  own: 'This is your own code. Share it: it moves you up when a friend joins with it.',
  unknown: 'We do not know this code',
  /** In place of the greeting, for a link with an unknown code. */
  unknownLink: 'Nobody has the code in this link. You can join without one.',
} as const
