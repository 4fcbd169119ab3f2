/** The pages around confirming an address: after sending the form, and behind the link in the mail. */
export const checkInbox = {
  title: 'Check your inbox',
  ticket: 'Your place is waiting',
  /** Around the address that the mail goes to. */
  text: { before: 'We have sent a mail to', after: '. Press the button in it, and your seat is yours.' },
  /** Without an address: the page was opened again later. */
  textAlone: 'We have sent you a mail. Press the button in it, and your seat is yours.',
  spam: 'It can take a minute or two. Nothing there? Look in the spam folder too.',
  again: 'Send it again',
  sending: 'One moment...',
  sent: 'We have asked for another mail. If none comes in a few minutes, try again tomorrow: we send few mails a day to one address, so that nobody can flood it.',
  failed: 'That did not work. Please try again in a moment.',
  wrong: 'Wrong address?',
  home: 'Back to Home',
} as const

export const confirm = {
  title: 'Is this you?',
  text: 'You came here from our mail. Press the button to confirm that the email address is yours.',
  button: 'Yes, this is me',
  working: 'One moment...',
  done: {
    title: 'Your seat is yours',
    text: 'Thank you. The mail on its way to you has the link to your place.',
  },
  unknown: {
    title: 'This link no longer works',
    text: 'Perhaps a newer link replaced it, it is too old, or part of it is missing. Join again, and we mail you a new one.',
    join: 'To the waitlist',
  },
  failed: 'That did not work. Nothing is lost: please try again in a moment.',
} as const
