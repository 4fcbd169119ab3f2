/** Beside the field for a referral code, while a visitor types. */
export const codeNotes = {
  known: "A friend's code",
  unknown: 'We do not know this code',
} as const
