/** In tabs, in search results and in the previews of links. The name of the site follows, except for `home`. */
export const titles = {
  home: '{brand}: join the waitlist',
  form: 'Your questions',
  thankYou: "You're in",
  checkInbox: 'Check your inbox',
  confirm: 'Is this you?',
  place: 'Your place',
  invitation: 'Your invitation',
  privacy: 'Privacy',
  privacyDescription: 'What we store about you, why, for how long, and how you see, correct and delete it.',
  admin: 'Dashboard',
  unsubscribe: 'Your mails',
  notFound: 'Page not found',
  /** On home screens. */
  app: '{brand} waitlist',
  /** Describes the picture that chats show with a link. */
  picture: 'A row of chairs with the tools of the trade, waiting for the first chair',
} as const
