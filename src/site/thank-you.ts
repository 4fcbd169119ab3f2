/** Also in mails. */
export const thankYou = {
  title: "You're In!",
  /** Around the position: 'You're #37 on our waitlist'. */
  before: "You're",
  after: 'on our waitlist',
  sharing: {
    title: 'Move up the queue',
    /** If the referral rule gives no places. */
    noPlaces: 'Bring your friends',
    code: 'Your referral code',
    link: 'Your referral link',
    /** People at #1 cannot move up. */
    first: {
      title: 'Stay in front',
      promise: "You can't go higher than #1, but you may share it. Whoever brings the most friends goes in first.",
    },
  },
  /** If mail is set up. */
  atOnce:
    '{friends:Your first friend counts|Your first # friends count} at once; further ones count once they press the button in our mail.',
  milestones: 'What friends bring you',
  /** If the page's address has no code. */
  noCode:
    "This link doesn't include your referral code. Join again with the same email to see it. You'll keep your place.",
  home: 'Back to Home',
} as const
