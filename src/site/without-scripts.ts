/**
 * While a page's scripts are missing. `needs` begins the sentences in `missing`. A page that depends on data in the
 * browser shows only `title` and `text`.
 */
export const withoutScripts = {
  home: { needs: 'Joining the waitlist' },
  contact: { needs: 'Sending the form', instead: 'You can write to {support} instead.' },
  form: {
    needs: 'Answering the questions',
    title: 'Your questions',
    text: 'A few short questions about your work, then you have your place.',
  },
  thankYou: { needs: 'Sharing your link' },
  checkInbox: {
    needs: 'Having the mail sent again',
    title: 'Check your inbox',
    text: 'We have sent you a mail. Open it, on any device, and press its button.',
  },
  confirm: {
    needs: 'Confirming',
    instead: 'Your link also works on another device.',
    title: 'Is this you?',
    text: 'One press on this page confirms your email address.',
  },
  place: {
    needs: 'Seeing your place',
    instead: 'Your place is safe, and your link also works on another device.',
    title: 'Your place',
    text: 'This page shows your number, your friends, and what moves you up.',
  },
  invitation: {
    needs: 'Taking your seat',
    instead: 'Your link also works on another device.',
    title: 'Your invitation',
    text: 'One press on this page takes your seat.',
  },
  admin: {
    needs: 'The dashboard',
    title: 'Dashboard',
    text: 'The owner of this waitlist signs in here.',
  },
} as const

/** Forms that are sent without scripts. */
export const plainForms = {
  mailCode: 'Mail me a code',
  leaveEmpty: 'Leave the code empty and we will email you a new one.',
  codeMailed: 'A new code is on its way to you. Type it here.',
  answersChanged: 'Has something changed? Correct it here. Your position stays the same.',
  correct: 'Correct my answers',
  goOn: 'Go on to {brand}',
  /** Beside a field. */
  fault: 'Please check this.',
  missing: { text: 'Please fill this in.', choice: 'Please choose an answer.' },
  otherMissing: 'This answer must not be blank when Other is chosen.',
  unknownCode: 'Nobody on the waitlist has this code. Please correct it, or leave it empty.',
  meant: 'Is {email} right? Then please correct it here.',
  /** Above a form. */
  onceMore: {
    answers: 'Please look at your answers, and send them once more.',
    form: 'Please look at this form, and send it once more.',
  },
  tooOld: {
    form: 'This form is too old. Please begin again with your email.',
    page: 'This page is too old. Please open it again with a code.',
  },
} as const

/** With the labels of the links after them. */
export const missing = {
  off: '{needs} needs JavaScript. Please turn it on and load this page again.',
  late: {
    title: 'Not everything has arrived.',
    text: '{needs} needs a part of this page that is not here yet.',
    offline: 'There is no connection right now. Please try again in a moment.',
    again: 'Try again',
  },
  tooOld:
    'This browser shows this page without its design, and some of it may not work. To see all of it, update the browser, open this page in another one, or write to {support}.',
  home: 'Back to Home',
} as const
