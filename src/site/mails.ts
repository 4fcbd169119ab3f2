/**
 * A position is given as '#1,234'. Apart from the greeting, add no text that people typed: in mails to unconfirmed
 * addresses, strangers would read it.
 */
export const mails = {
  /** To a confirmed address only. */
  greeting: 'Hello {name},',
  welcome: {
    subject: 'You’re {place} on the {brand} waitlist',
    preview: 'Your seat is saved. Your code is {code}. Share it to move up whenever a friend joins.',
    /** If the referral rule gives no places. */
    previewNoPlaces: 'Your seat is saved. Your code is {code}. Share it with your friends.',
    previewFirst: 'Your seat is saved, at the very front. Your code is {code}.',
    text: 'Thanks for joining, and for telling us how you work. Your seat is saved, so there’s nothing left to do but get on with your day.',
    answers: {
      title: 'What you told us',
      /** The middle part is the link. */
      change: {
        before: 'Something changed? ',
        link: 'Update your answers',
        after: ' any time.',
      },
      /** By the name of the question. Other questions use their own label. */
      labels: {
        is_solo_provider: 'You work as',
        job_industry: 'Your trade',
        problems: 'You want to avoid',
        goals: 'You want to',
        price_range: 'What you’d pay',
      } as Record<string, string>,
      providers: { solo: 'Solo provider', group: 'Group practice' },
      invitedBy: 'You joined with a friend’s code:',
      ahead: 'It put you {places:1 place|# places} ahead.',
    },
  },
  notification: {
    subject: '{friends:A friend|# friends} joined, and you’re {place} now',
    /** If the position did not change: at #1, or by the rule. */
    subjectStill: '{friends:A friend|# friends} joined, and you’re still {place}',
    preview: 'Your link is working: {friends} so far.',
    title: '{friends:A friend|# friends} took a seat',
    /** `friend` is masked, or 'A friend of yours'. */
    one: '{friend} joined the {brand} waitlist with your code.',
    /** `since` and `who`: the texts below, or empty. The `names` in `who` are masked. */
    several: '{count} friends joined the {brand} waitlist with your code{since}{who}.',
    since: ' since our last email',
    who: ': {names}',
    whoElse: ': {names} and {others} more',
    friends: {
      label: 'Friends so far',
      count: '{count:1 friend|# friends}',
    },
    /** Friends who do not count until they confirm. */
    waits: {
      confirm: '{waiting:One more friend counts once they confirm|# more friends count once they confirm} their email.',
      look: '{waiting:One more friend counts|# more friends count} once we’ve checked their sign-up.',
      beyond:
        '{waiting:One more friend is|# more friends are} over the limit of ten at one email domain. We check those first.',
    },
    unknownFriend: 'A friend of yours',
    /** Those of src/site/referral.ts. */
    milestones: {
      reached: 'You’ve reached a milestone',
      next: '{friends} more {friends:friend|friends} until the next milestone',
    },
  },
  /** `code` is valid for an hour; people type it at `page`. */
  code: 'Button not working? Enter this code at {page} within the next hour: {code}',
  /** For people who do not count for their inviter until they confirm. */
  press: {
    friend: {
      text: 'The friend who invited you has already brought lots of people. Tap the button so you count too.',
      button: 'Count for your friend',
    },
  },
  /** In every mail about their place. */
  wayBack: {
    open: 'See your place',
    yours: 'This link opens your place, friends and answers. Keep it safe and don’t share it.',
  },
  placeLink: {
    subject: 'Your place on the {brand} waitlist',
    preview: 'Here’s the link you asked for. It opens your place on any device.',
    title: 'Welcome back',
    open: 'Open your place',
    notYou: 'This link is just for you. If you didn’t ask for it, ignore this email. Nothing has changed.',
    /** Somebody joined again with the person's email, and the answers wait. */
    newAnswers: {
      title: 'Did you send new answers?',
      text: 'Someone joined again with your email. If it was you, use the new answers. They’ll replace your old ones.',
      button: 'Use my new answers',
    },
  },
  /** To a new person, if addresses must be confirmed. */
  confirm: {
    subject: 'Your place on the {brand} waitlist: is this you?',
    preview: 'One tap and your seat is yours.',
    title: 'Your place is waiting',
    /** Without the position: with two addresses, anybody could learn how many joined in between. */
    card: 'We’re holding a seat for you.',
    text: 'Tap the button to claim your seat and see your number. We just need to check that this address is yours.',
    button: 'Confirm your place',
    kept: 'We’ll hold it until {day}.',
    notYou: 'If you didn’t sign up, ignore this email and we’ll forget your address.',
    reminder: {
      subject: 'Your place on the {brand} waitlist is still waiting',
      preview: 'Tap the button and your seat is yours.',
      title: 'We’re still holding your seat',
      text: 'Tap the button to claim your seat and see your number. This is the only reminder we’ll send.',
    },
  },
  /** Somebody sent new answers in the person's name. */
  confirmAnswers: {
    subject: 'Did you just change your {brand} answers?',
    preview: 'One tap and your new answers count.',
    title: 'Was that you?',
    card: 'Someone joined again with your email.',
    text: 'If it was you, tap the button and your new answers will replace your old ones. You’ll keep your place either way.',
    button: 'Yes, use my new answers',
    notYou: 'If it wasn’t you, ignore this email. Nothing will change.',
  },
  /** To the new address that a person wants to use. */
  confirmAddress: {
    subject: 'Use this address for your {brand} place?',
    preview: 'One tap and your place moves to this address.',
    title: 'A new address for your place?',
    card: 'Someone on our waitlist wants to use this address.',
    text: 'Tap the button and we’ll email you about your place at this address from now on. You’ll keep your place, friends and code.',
    button: 'Use this address',
    notYou: 'If you didn’t ask for this, ignore this email. Nothing will change.',
    why: 'You’re receiving this because someone on the {brand} waitlist gave this address as theirs.',
  },
  /** The owner may change subject and text of each wave. */
  invitation: {
    subject: 'Your chair at {brand} is ready',
    text: 'You’ve waited in line, and now it’s your turn. {brand} is open to you.\n\nTap the button and we’ll show you to your chair.',
    preview: 'It’s your turn. One tap and you’re in.',
    title: 'Your chair is ready',
    card: 'It’s your turn. Come in and take a seat.',
    stub: 'Open to you',
    button: 'Take your seat',
    kept: 'We’ll keep your seat free for {days:one day|# days}. This link is just for you, so please don’t share it.',
    why: 'You’re receiving this because you joined the {brand} waitlist with this address.',
    reminder: {
      subject: 'Your chair at {brand} is still free',
      preview: 'Tap the button and your seat is yours.',
      title: 'Your chair is still free',
      card: 'We’ll keep it for you until {day}.',
      text: 'Tap the button to take your seat. Not ready yet? Do nothing, and you’ll go back to your place in line.',
      last: 'This is the only reminder we’ll send.',
    },
  },
  /** With a code from the owner's list. */
  reward: {
    subject: 'Your reward: {reward}',
    preview: 'Your friends joined, and here’s your code.',
    title: 'You earned it',
    text: 'Your friends joined the {brand} waitlist, so this is yours: {reward}.',
    code: 'Your code',
  },
  /** The only mail to an address that was left while the list was paused. */
  opening: {
    subject: 'The {brand} waitlist is open',
    preview: 'You asked us to tell you. Here’s the link.',
    title: 'We’re open',
    text: 'You asked us to tell you when you can join. You can now, and it takes two minutes.',
    button: 'Join the waitlist',
    why: 'You’re receiving this once because this address was left on our page while the list was paused. We’ve deleted it since.',
  },
  contact: {
    subject: 'Message from {name}',
    preview: 'Someone wrote to you on the contact page.',
    title: 'A message for you',
    from: 'From',
    answer: 'Reply to this email to answer them.',
    /** If the writer's address cannot be used for replies. */
    answerByHand: 'To answer, write a new email to {email}. Not every mail app can reply to an address like this.',
  },
  test: {
    subject: 'A test email from the {brand} waitlist',
    preview: 'Emails from your waitlist are arriving.',
    title: 'It works',
    text: 'You sent this from your dashboard. All emails will come from {from}.',
    links: 'Links in emails lead to',
  },
  place: {
    beforeNow: 'Now you’re',
    beforeStill: 'You’re still',
    you: 'You',
  },
  share: {
    button: 'Share your link',
    or: 'Or share on',
    on: 'Share on',
  },
  footer: {
    why: 'You’re receiving this because this address was used to join the {brand} waitlist.',
    unsubscribe: 'Unsubscribe',
    stop: 'Unsubscribe:',
  },
} as const
