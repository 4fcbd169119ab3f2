/** The words around a position, on the thank-you page and in mails. */
export const thankYou = {
  title: "You're In!",
  /** Around the position: 'You're #37 on our waitlist'. */
  before: "You're",
  after: 'on our waitlist',
  sharing: {
    title: 'Move up the queue',
    /** Replaces `title` if the referral rule gives no places. */
    noPlaces: 'Bring your friends',
    code: 'Your referral code',
    link: 'Your referral link',
    /** For people at #1, who cannot move up. */
    first: {
      title: 'Stay in front',
      promise: "You can't go higher than #1, but you may share it. Whoever brings the most friends goes in first.",
    },
  },
  /** Shown if mail is set up: how many friends count at once, and that the others have to confirm their address. */
  atOnce:
    '{friends:Your first friend counts|Your first # friends count} at once; further ones count once they press the button in our mail.',
  milestones: 'What friends bring you',
  /** Shown if the page's address has no code. */
  noCode:
    "This link doesn't include your referral code. Join again with the same email to see it. You'll keep your place.",
  home: 'Back to Home',
} as const
