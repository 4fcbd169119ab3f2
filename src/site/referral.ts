export const referral = {
  /** Unless the owner sets another rule. */
  placesPerFriend: 5,
  /** On the thank-you page and in mails. `most`: the cap, in words. */
  promise: "For each friend who joins using your referral code, you'll move up {places} in the queue!",
  promiseCapped:
    "For each friend who joins using your referral code, you'll move up {places} in the queue, up to {most} in all!",
  /** If the rule gives no places. */
  promiseNoPlaces:
    'Friends who join using your referral code count for you: if two people share a number, the one with more friends goes in first!',
  places: '{count:1 place|# places}',
  /**
   * Rising. The stamp card has a slot for each friend up to the last reward, 20 at most. These are only words about
   * places: what else friends bring is set under Settings, Rewards.
   */
  milestones: [
    { friends: 1, reward: 'Up to {places} forward' },
    {
      friends: 3,
      reward: 'Up to {places} in all. If two people share a number, the one with more friends goes in first',
    },
    { friends: 10, reward: 'Up to {places} in all, and a full stamp card' },
  ],
  /** If friends bring no places: by the rule, or at #1. */
  milestonesNoPlaces: [{ friends: 3, reward: 'Ahead of everyone who shares your number and has fewer friends' }],
}

export const share = {
  title: 'Join me on the {brand} waitlist',
  text: '{brand} is an AI assistant for people who work in beauty, and I am on its waitlist. Skip the line with my link:',
}
