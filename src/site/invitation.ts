/** The greeting on the landing page for visitors with a friend's link. */
export const invitation = {
  /** Also drawn on the picture that chats show with a friend's link. */
  title: 'A friend saved you a seat.',
  text: 'Join with their code, and it counts for them.',
} as const

/** The text in the preview of a referral link. */
export const invitationPreview = {
  title: 'You are invited to skip the line at {brand}',
  description:
    'A friend saved you a seat on the waitlist. Join with their link, take your place in the queue and bring friends of your own.',
} as const
