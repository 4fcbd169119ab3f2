/** The texts of the page that visitors see after sending the form, until they confirm their address. */
export const checkInbox = {
  title: 'Check your inbox',
  ticket: 'Your place is waiting',
  /** The words around the address that the mail goes to. */
  text: { before: 'We have sent a mail to', after: '. Press the button in it, and your seat is yours.' },
  /** The text without an address, for when the page is opened again later. */
  textAlone: 'We have sent you a mail. Press the button in it, and your seat is yours.',
  spam: 'It can take a minute or two. Nothing there? Look in the spam folder too. If you have asked several times today, our next mail comes tomorrow.',
  again: 'Send it again',
  sending: 'One moment...',
  sent: 'We have asked for another mail. If none comes in a few minutes, use the newest one that you have: we send few mails a day to one address, so that nobody can flood it.',
  failed: 'That did not work. Please try again in a moment.',
  wrong: 'Wrong address?',
  home: 'Back to Home',
} as const

/** The texts of the page to which the link in a mail leads. Each mail asks one question. */
export const confirm = {
  place: {
    title: 'Is this you?',
    text: 'You came here from our mail. Press the button to confirm that the email address is yours, and you are on the list.',
    button: 'Yes, this is me',
  },
  friends: {
    title: 'Is this you?',
    text: 'You came here from our mail. Press the button to confirm that the email address is yours. Then you count for the friend who invited you, and your own friends go on counting for you.',
    button: 'Yes, this is me',
  },
  answers: {
    title: 'Are the new answers yours?',
    text: 'Somebody joined again with your email. If it was you, press the button: your new answers then replace the earlier ones. If not, close this page, and nothing changes.',
    button: 'Yes, use my new answers',
  },
  /** For a link to answers that no longer wait for a confirmation. */
  settled: {
    title: 'Nothing left to confirm',
    text: 'These answers were confirmed before, or they waited too long. The button opens your place, where you can see and change your answers.',
    button: 'Open my place',
  },
  /** Texts about the sets of answers that wait for a confirmation. Somebody else may have sent some of the sets. */
  sets: {
    one: 'What was sent with your email',
    several: 'The form was sent more than once with your email. Which answers are yours?',
    sentAt: 'Sent on {when}',
    missing: 'Please choose the answers that are yours.',
  },
  address: {
    title: 'Use this address?',
    text: 'You came here from our mail to a new address. Press the button, and mail about your place goes to it from now on.',
    button: 'Use this address',
  },
  delete: 'Not me: delete what was sent',
  deleted: {
    title: 'Deleted',
    text: 'What was sent with your email and waited for you is gone.',
  },
  working: 'One moment...',
  done: {
    title: 'Confirmed',
    text: 'Thank you. The mail on its way to you has the link to your place.',
  },
  unknown: {
    title: 'This link no longer works',
    text: 'Perhaps a newer link replaced it, it is too old, or part of it is missing. Ask for a new one with the email that you use with us.',
  },
  incomplete: {
    title: 'This link is incomplete',
    text: 'Copy all of it from the mail, or ask for a new one with the email that you use with us.',
  },
  ask: 'Ask for a new link',
  join: 'To the waitlist',
  failed: 'That did not work. Nothing is lost: please try again in a moment.',
} as const
