/** In a translation, each says its own language. */
export const languageChoice = {
  /** Of the links at the foot of each page. */
  label: 'Language',
  /** To a visitor whose browser prefers this language, on a page in another. */
  offer: {
    text: 'This page is also in English.',
    go: 'Read it in English',
    stay: 'No, thanks',
  },
  /** At a person's own place. */
  mails: {
    now: 'We write to you in English.',
    write: 'Write to me in English',
  },
} as const
