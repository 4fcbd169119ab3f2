/** The words around a position, on the thank-you page and in mails. */
export const thankYou = {
  title: "You're In!",
  /** Around the position: 'You're #37 on our waitlist'. */
  before: "You're",
  after: 'on our waitlist',
  sharing: {
    title: 'Move up the queue',
    /** Where the referral rule gives no places. */
    noPlaces: 'Bring your friends',
    code: 'Your referral code',
    link: 'Your referral link',
    /** At #1, where nobody can move up. */
    first: {
      title: 'Stay in front',
      promise:
        'There is no better place than #1, but several people can share it. Those who brought more friends are let in first.',
    },
  },
  /** Where mail is set up: how many friends count at once, and what others wait for. */
  atOnce:
    '{friends:Your first friend counts|Your first # friends count} at once; further ones count once they press the button in our mail.',
  milestones: 'What friends bring you',
  /** Shown if the page's address has no code. */
  noCode:
    'This address does not say which referral code is yours. Join again with the same email to see it: your place stays yours.',
  home: 'Back to Home',
} as const
