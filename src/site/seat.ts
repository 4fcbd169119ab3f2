/** Behind the link of an invitation. */
export const seat = {
  open: {
    title: 'Your chair is ready',
    text: 'You kept your place in line, and now it is your turn. Come in and take a seat.',
    button: 'Take your seat',
    until: 'Yours until {day}',
  },
  working: 'One moment...',
  loading: 'Looking for your chair...',
  /** After the press, and for people who open the link again. */
  accepted: {
    title: 'You are in',
    text: 'Your seat is yours for good. Welcome to {brand}.',
    button: 'Open {brand}',
    stub: 'Taken',
  },
  unreachable: {
    title: 'You are in',
    text: 'Your seat is yours for good, but {brand} does not answer right now. Nothing is lost: try again in a moment, or come back to this link later.',
    button: 'Try again',
  },
  ended: {
    title: 'This invitation has ended',
    text: 'You are back in your place in line, and we may write to you again.',
    /** If the day is known: before `text` on the page, after it without scripts. */
    at: 'It was open until {day}.',
    stub: 'Ended',
  },
  'called-back': {
    title: 'We sent this too early',
    text: 'We had to take this invitation back, and we are sorry. You are in your place in line as before, and we write to you again when your chair is ready.',
    stub: 'Taken back',
  },
  unknown: {
    title: 'This link no longer works',
    text: 'Perhaps your place was deleted, you use another email now, or part of the link is missing. Open it from the mail again, or look at your place.',
  },
  /** Not read, or the press failed. */
  failed: {
    title: 'We cannot look right now',
    text: 'The network or our server does not answer. Your invitation is safe: please try again in a moment.',
    again: 'Try again',
  },
  notAccepted: 'That did not work. Nothing is lost: please try again in a moment.',
  place: 'See your place',
  home: 'Back to Home',
} as const
