/** On the landing page and on other sites. */
export const signUp = {
  label: 'Your email',
  placeholder: 'Enter your email',
  button: 'Join Waitlist',
  invalid: 'An email address has an @ in it, like you@salon.com.',
  friend: {
    ask: 'Have a referral code?',
    label: 'Referral code',
    placeholder: 'Referral code (optional)',
    skip: 'Skip',
  },
  /** Below the form on other sites. */
  opens: 'A few questions open in a new tab.',
} as const

export const form = {
  progress: 'Question {step} of {count}',
  /** On the landing page, for visitors who have begun. */
  begun: { title: 'Continue where you left off', text: 'Question {step} of {count}, as {email}' },
  email: { joiningAs: 'Joining as', change: 'Change', save: 'Save', cancel: 'Cancel' },
  many: 'Choose as many as you like.',
  optional: 'Optional',
  number: { between: 'From {min} to {max}', least: '{min} or more', most: '{max} or less' },
  /** If no question is asked. */
  nothing: 'One press, and you’re on the list.',
  other: { label: 'Other: please specify', placeholder: 'Please specify...' },
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  working: 'Processing...',
  /** Above incomplete fields, without scripts. */
  missing: 'Something is missing',
  /** Beside an email that was typed on another site, without scripts. */
  notYou: 'Not you?',
} as const
