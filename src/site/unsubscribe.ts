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
  /** Further choices of the page. */
  friends: {
    text: 'Or choose when we tell you of friends who joined:',
    each: 'As they join',
    weekly: 'Once a week',
    never: 'Not at all',
    done: {
      title: 'As you wish',
      each: 'We tell you of friends as they join.',
      weekly: 'We tell you of new friends once a week, all in one mail.',
      never: 'We send you no more mail about friends. Your own place still shows them.',
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
    text: 'Copy the whole link from the email, or write to us and we’ll take care of it:',
  },
  failed: 'That did not work. Nothing is lost: please try again in a moment.',
} as const
