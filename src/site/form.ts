/** On the landing page and on other sites. */
export const signUp = {
  title: 'Join the waitlist',
  label: 'Your email',
  placeholder: 'Enter your email',
  button: 'Join Waitlist',
  invalid: 'An email address has an @ in it, like you@salon.com.',
  /** No mail can reach it. */
  unreachable: 'No email can reach this address. Please correct it.',
  /** For a domain that is probably misspelt. */
  meant: { question: 'Is {email} right?', yes: 'Yes, use it' },
  notice: { title: 'Invalid Email', description: 'Please enter a valid email address.' },
  failed: {
    title: 'Error',
    description:
      'There was a problem processing your submission. Please try again. There is no connection right now; your email is kept.',
  },
  friend: {
    ask: 'Have a referral code?',
    label: 'Referral code',
    placeholder: 'Referral code (optional)',
    skip: 'Skip',
  },
  /** Below the form on other sites. */
  opens: 'A few questions open in a new tab.',
} as const

export const embedded = {
  privacy: 'Privacy',
  copy: 'Copy the link',
  copied: 'Copied!',
  failed: 'Select the link to copy it',
} as const

export const form = {
  title: 'Your questions',
  progress: 'Question {step} of {count}',
  /** On the landing page, for visitors who have begun. */
  begun: { title: 'Continue where you left off', text: 'Question {step} of {count}, as {email}' },
  email: { joiningAs: 'Joining as', change: 'Change', title: 'Change email', save: 'Save', cancel: 'Cancel' },
  many: 'Choose as many as you like.',
  optional: 'Optional',
  number: { between: 'From {min} to {max}', least: '{min} or more', most: '{max} or less' },
  /** If no question is asked. */
  nothing: 'One press, and you’re on the list.',
  yes: 'Yes',
  no: 'No',
  other: { label: 'Other: please specify', placeholder: 'Please specify...' },
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  working: 'Processing...',
  /** Beside an answer that cannot be taken; the bounds of a number stand under its question. */
  faults: {
    usual: 'Please check this answer.',
    number: 'Please enter a whole number, within the bounds if there are any.',
    date: 'Please enter a date like 2026-06-30.',
    link: 'Please enter an address that begins with https://.',
  },
  failed: { title: 'Error', description: 'There was a problem submitting your information. Please try again.' },
  expired: { title: 'Session Expired', description: 'Please submit your email again.' },
  /** Above incomplete fields, without scripts. */
  missing: 'Something is missing',
  /** Beside an email that was typed on another site, without scripts. */
  notYou: 'Not you?',
} as const
