/** The texts of the form for an email and a friend's code, on the landing page and on other sites. */
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
  /** Shown below the form on other sites. */
  opens: 'A few questions open in a new tab.',
} as const

/** The texts around the questions. */
export const form = {
  progress: 'Question {step} of {count}',
  /** Shown on the landing page to visitors who have begun the questions. */
  begun: { title: 'Continue where you left off', text: 'Question {step} of {count}, as {email}' },
  email: { joiningAs: 'Joining as', change: 'Change', save: 'Save', cancel: 'Cancel' },
  many: 'Choose as many as you like.',
  optional: 'Optional',
  other: { label: 'Other: please specify', placeholder: 'Please specify...' },
  back: 'Back',
  next: 'Next',
  submit: 'Submit',
  working: 'Processing...',
  /** Shown above incomplete fields in browsers without scripts. */
  missing: 'Something is missing',
  /** Shown in browsers without scripts, beside an email that was typed on another site. */
  notYou: 'Not you?',
} as const
