/** Beside the field for a referral code, while a visitor types. */
export const codeNotes = {
  known: "A friend's code",
  unknown: 'We do not know this code',
  /** Instead of the greeting for visitors with a friend's link. */
  unknownLink: 'Nobody has the code in this link. Your seat is free all the same.',
} as const
