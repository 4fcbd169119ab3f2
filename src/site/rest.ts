/** The words in place of the form while nobody can join. `consent` is stored with the address that somebody leaves. */
export const rest = {
  paused: {
    title: 'Sign-ups are paused',
    text: 'Leave your email and we’ll tell you when the list opens.',
    button: 'Tell me when it opens',
    consent: 'One email when it opens, then we delete your address.',
    told: {
      title: 'We’ll tell you',
      text: 'You get one email from us when the list opens. Nothing else, and no place in the queue until you join.',
    },
  },
  closed: {
    title: 'The list is closed',
    text: 'Thank you to everyone who joined. If you already have a place, you keep it, and your link still works.',
  },
} as const
