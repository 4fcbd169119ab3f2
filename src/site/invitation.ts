/** The greeting on the landing page for visitors with a friend's link. */
export const invitation = {
  /** Also drawn on the picture that chats show with a friend's link. */
  title: 'A friend invited you.',
  text: 'Join with their code, and it counts for them.',
} as const

/** The text in the preview of a referral link. */
export const invitationPreview = {
  title: "You're invited to {brand}",
  description: 'A friend wants you on the {brand} waitlist. Join with their link and take your place in the queue.',
} as const
