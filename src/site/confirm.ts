/** After sending the form, until the address is confirmed. */
export const checkInbox = {
  title: 'Check your inbox',
  ticket: 'Your place is waiting',
  /** Around the address. */
  text: { before: "We've emailed", after: '. Tap the button in it to claim your seat.' },
  /** When the page is opened again later. */
  textAlone: "We've emailed you. Tap the button in it to claim your seat.",
  spam: "It can take a minute or two. Nothing yet? Check your spam folder. If you've asked a few times today, the next one will come tomorrow.",
  again: 'Send it again',
  sending: 'One moment...',
  sent: "We're sending another. If it hasn't arrived in a few minutes, use the latest one you have. We limit how many emails an address gets each day.",
  failed: 'That did not work. Please try again in a moment.',
  wrong: 'Wrong address?',
  forget: 'Forget this sign-up',
  home: 'Back to Home',
  /** On the landing page, while this tab waits. */
  waiting: {
    title: 'One tap to go',
    text: "We've emailed {email}. Tap the button in it to claim your seat, or open this to correct the address or send it again.",
  },
} as const

/** Behind the link in a mail. Each mail asks one question. */
export const confirm = {
  place: {
    title: 'Is this you?',
    text: "Tap the button to confirm this is your email address, and you're on the list.",
    button: 'Yes, this is me',
  },
  friends: {
    title: 'Is this you?',
    text: 'You came here from our mail. Press the button to confirm that the email address is yours. Then you count for the friend who invited you, and your own friends go on counting for you.',
    button: 'Yes, this is me',
  },
  answers: {
    title: 'Are the new answers yours?',
    text: "Somebody joined again with your email. If it was you, tap the button and your new answers will replace your old ones. If it wasn't you, just close this page. Nothing will change.",
    button: 'Yes, use my new answers',
  },
  /** For a link that was used before. */
  already: {
    title: "You're confirmed already",
    text: "This email is confirmed, and you're on the list. There is nothing left to do here.",
    button: 'Open my place',
  },
  /** For answers that no longer wait. */
  settled: {
    title: 'Nothing left to confirm',
    text: 'These answers were confirmed before, or they waited too long. The button opens your place, where you can see and change your answers.',
    button: 'Open my place',
  },
  /** Somebody else may have sent some of the sets. */
  sets: {
    one: 'Sent from your email address',
    several: 'The form was sent more than once with your email. Which answers are yours?',
    sentAt: 'Sent on {when}',
    missing: 'Please choose the answers that are yours.',
    /** For a press before the page could show the answers. */
    look: 'Check what was sent with your email first, then tap the button again.',
  },
  /** Texts about the friends whose codes came with a person's email. Somebody else may have sent one of them. */
  inviters: {
    question: "Which friend's link did you use?",
    hint: 'Your email came with the links of several friends. Your answer decides whom you count for.',
    code: 'The link with the code {code}',
    missing: 'Please choose the link that you used.',
  },
  address: {
    title: 'Use this address?',
    text: 'You came here from our mail to a new address. Press the button, and mail about your place goes to it from now on.',
    button: 'Use this address',
  },
  delete: "That wasn't me. Delete it",
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
    text: 'It may have expired, been replaced by a newer one or been cut short. Ask for a new link using the email you joined with.',
  },
  incomplete: {
    title: 'This link is incomplete',
    text: 'Copy the whole link from the email, or ask for a new one with the email you joined with.',
  },
  ask: 'Ask for a new link',
  join: 'Go to the waitlist',
  failed: "That didn't work, but nothing's lost. Please try again in a moment.",
} as const
