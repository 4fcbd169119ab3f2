/** Also in mails. */
export const thankYou = {
  title: "You're In!",
  /** Around the position: 'You're #37 on our waitlist'. */
  before: "You're",
  after: 'on our waitlist',
  /** Under the chair in the drawing. */
  you: 'You',
  sharing: {
    title: 'Move up the queue',
    /** If the referral rule gives no places. */
    noPlaces: 'Bring your friends',
    code: 'Your referral code',
    link: 'Your referral link',
    copyCode: { label: 'Copy', title: 'Copy referral code' },
    copyLink: { label: 'Copy Link', title: 'Copy Link to share' },
    share: 'Share',
    /** A network. */
    on: 'Share on {network}',
    byMail: 'Email',
    /** People at #1 cannot move up. */
    first: {
      title: 'Stay in front',
      promise: "You can't go higher than #1, but you may share it. Whoever brings the most friends goes in first.",
    },
  },
  copied: 'Copied!',
  copyByHand: {
    title: 'Please copy it yourself',
    description: 'It is selected for you: press Ctrl+C, ⌘C or hold it.',
  },
  /** If mail is set up. */
  atOnce:
    '{friends:Your first friend counts|Your first # friends count} right away. After that, a friend counts once they confirm their email.',
  milestones: 'What friends bring you',
  /** For screen readers, before a reward. */
  milestone: '{friends:1 friend|# friends}:',
  /** If the page's address has no code. */
  noCode:
    "This link doesn't include your referral code. Join again with the same email to see it. You'll keep your place.",
  home: 'Back to Home',
} as const
