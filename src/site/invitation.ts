/** The greeting for visitors with a friend's link. */
export const invitation = {
  /** Also on the picture that chats show with the link. */
  title: 'A friend invited you.',
  text: 'Join with their code, and it counts for them.',
} as const

export const invitationPreview = {
  title: "You're invited to {brand}",
  description: 'A friend wants you on the {brand} waitlist. Join with their link and take your place in the queue.',
} as const
