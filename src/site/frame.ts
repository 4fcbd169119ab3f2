/** Around every page, and in the notices of all. */
export const frame = {
  skip: 'Skip to content',
  navigation: 'Main',
  home: 'Home',
  contact: 'Contact Us',
  menu: 'Open main menu',
  privacy: 'Privacy',
  back: 'Back to Home',
  arriving: 'One moment...',
  dismiss: 'Dismiss',
  /** For screen readers, around the notices. */
  notices: 'Notices',
  /** If Google Analytics is set up. */
  cookies: {
    settings: 'Cookie settings',
    title: 'Cookies',
    question: 'May Google Analytics count you, with cookies?',
    /** On wide screens. */
    note: 'Nothing goes to Google unless you agree.',
    no: 'No, thanks',
    yes: 'Yes, count me',
  },
  broken: {
    title: 'Unexpected Application Error!',
    text: 'Something broke on this page. Loading it again usually helps.',
    kept: 'What you have answered of our questions is kept in this tab.',
    again: 'Load again',
  },
  offline: {
    title: 'No connection',
    page: 'This page has not arrived, because there is no connection right now.',
    text: 'Please try again in a moment.',
  },
  /** In place of a part of a page. */
  missing: 'This part has not arrived. Load again',
} as const

export const notFound = { text: 'Oops! Page not found' } as const
