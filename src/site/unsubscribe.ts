export const unsubscribe = {
  title: 'No more mail?',
  text: 'One press, and {brand} sends no more mail to the address this link was sent to. Your place in the queue stays yours.',
  button: 'Unsubscribe',
  /** The second choice of the page. */
  fewer: {
    text: 'Or keep the few that are about your own place: a friend who joined, your invitation, your links.',
    button: 'Only mail about my place',
    done: {
      title: 'Only the ones that matter to you',
      text: 'You get no more updates from us, only mail about your own place: when a friend joins, and when a chair is free.',
    },
  },
  working: 'One moment...',
  done: {
    title: 'That was the last one',
    text: 'We send no more mail to that address. Your place in the queue, your code and your friends stay as they are.',
    undo: 'I want mails again',
  },
  undone: {
    title: 'Welcome back',
    text: 'You get mail from us again: when a friend joins, and when a chair is free.',
  },
  unknown: {
    title: 'This link is incomplete',
    text: 'Copy all of it from the mail, or write to us, and a person takes care of it:',
  },
  failed: 'That did not work. Nothing is lost: please try again in a moment.',
} as const
