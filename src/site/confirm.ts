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
  sent: 'Asked again. If it does not come in the next minutes, it has had its turn today: we send few mails to one address, so that nobody can flood it.',
  failed: 'That did not work. Please try again in a moment.',
  wrong: 'Wrong address?',
  home: 'Back to Home',
} as const

export const confirm = {
  title: 'Is this you?',
  text: 'Our mail brought you here. Press the button, and we know that its address is really yours.',
  button: 'Yes, this is me',
  working: 'One moment...',
  done: {
    title: 'Your seat is yours',
    text: 'Thank you. The mail on its way to you has the link to your place.',
  },
  unknown: {
    title: 'This link has ended',
    text: 'It is not whole, or it is older than we keep an address that nobody confirmed. Join again, and a new one comes at once.',
    join: 'To the waitlist',
  },
  failed: 'That did not work. Nothing is lost: please try again in a moment.',
} as const
