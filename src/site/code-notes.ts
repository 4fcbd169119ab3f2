/** The notes beside the field for a referral code, while a visitor types. */
export const codeNotes = {
  known: "A friend's code",
  /** For a code that this browser got by joining. */
  own: 'This is your own code. Share it: it moves you up when a friend joins with it.',
  unknown: 'We do not know this code',
  /** Instead of the greeting for visitors with a friend's link. */
  unknownLink: 'Nobody has the code in this link. You can join without one.',
} as const
