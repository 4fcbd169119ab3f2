/**
 * The words of the mails. A position is given as '#1,234'. Apart from the greeting, do not add text that
 * people typed: in mails to unconfirmed addresses, strangers would read that text.
 */
export const mails = {
  /** Above the title of a mail to a confirmed address, with the name that its person gave. */
  greeting: 'Hello {name},',
  welcome: {
    subject: 'You’re {place} on the {brand} waitlist',
    preview: 'Your seat is saved. Your code is {code}. Share it to move up whenever a friend joins.',
    /** Replaces `preview` if the referral rule gives no places. */
    previewNoPlaces: 'Your seat is saved. Your code is {code}. Share it with your friends.',
    previewFirst: 'Your seat is saved, at the very front. Your code is {code}.',
    text: 'Thanks for joining, and for telling us how you work. Your seat is saved, so there’s nothing left to do but get on with your day.',
    answers: {
      title: 'What you told us',
      /** The middle part links to the page with the person's place and answers. */
      change: {
        before: 'Something changed? ',
        link: 'Update your answers',
        after: ' any time.',
      },
      /** The labels before the answers, by the name of the question. Other questions use their own label. */
      labels: {
        is_solo_provider: 'You work as',
        job_industry: 'Your trade',
        problems: 'You want to avoid',
        goals: 'You want to',
        price_range: 'What you’d pay',
      } as Record<string, string>,
      providers: { solo: 'Solo provider', group: 'Group practice' },
      invitedBy: 'You joined with a friend’s code:',
    },
  },
  notification: {
    subject: '{friends:A friend|# friends} joined, and you’re {place} now',
    /** Replaces `subject` if these friends did not change the position: at #1, or by the rule. */
    subjectStill: '{friends:A friend|# friends} joined, and you’re still {place}',
    preview: 'Your link is working: {friends} so far.',
    title: '{friends:A friend|# friends} took a seat',
    /** `friend` is masked, or 'A friend of yours'. */
    one: '{friend} joined the {brand} waitlist with your code.',
    /** `since` and `who` are the texts below, or empty. The `names` in `who` are masked. */
    several: '{count} friends joined the {brand} waitlist with your code{since}{who}.',
    since: ' since our last email',
    who: ': {names}',
    whoElse: ': {names} and {others} more',
    friends: {
      label: 'Friends so far',
      count: '{count:1 friend|# friends}',
    },
    /** About the friends who do not count until they confirm their address. */
    waiting: '{waiting:One more friend counts once they confirm|# more friends count once they confirm} their email.',
    unknownFriend: 'A friend of yours',
    /** The rewards are those in src/site/referral.ts. */
    milestones: {
      reached: 'You’ve reached a milestone',
      next: '{friends} more {friends:friend|friends} until the next milestone',
    },
  },
  /** Shown beside a button. `code` is valid for an hour, and people type it at `page`. */
  code: 'Button not working? Enter this code at {page} within the next hour: {code}',
  /** Asks people to confirm their address, if they do not count for their inviter until they do. */
  press: {
    friend: {
      text: 'The friend who invited you has already brought lots of people. Tap the button so you count too.',
      button: 'Count for your friend',
    },
  },
  /** The link to the person's own page, in every mail about their place. */
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
    /** Added if somebody joined again with the person's email, and the new answers wait for a confirmation. */
    newAnswers: {
      title: 'Did you send new answers?',
      text: 'Someone joined again with your email. If it was you, use the new answers. They’ll replace your old ones.',
      button: 'Use my new answers',
    },
  },
  /** The mail to a new person, if addresses must be confirmed. */
  confirm: {
    subject: 'Your place on the {brand} waitlist: is this you?',
    preview: 'One tap and your seat is yours.',
    title: 'Your place is waiting',
    /** Without the position: anybody could join with two addresses and learn how many people joined in between. */
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
  /** The mail to a person on the list in whose name somebody sent new answers. */
  confirmAnswers: {
    subject: 'Did you just change your {brand} answers?',
    preview: 'One tap and your new answers count.',
    title: 'Was that you?',
    card: 'Someone joined again with your email.',
    text: 'If it was you, tap the button and your new answers will replace your old ones. You’ll keep your place either way.',
    button: 'Yes, use my new answers',
    notYou: 'If it wasn’t you, ignore this email. Nothing will change.',
  },
  /** The mail to the new address that a person wants to use. */
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
  /** The mail that lets a person in. The owner may change the subject and the text of each wave. */
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
      preview: 'Take your seat at {brand} before it goes to the next in line.',
      title: 'Your chair is still free',
      card: 'We’ll keep it for you until {day}.',
      text: 'Tap the button to take your seat. Not ready yet? Do nothing, and you’ll go back to your place in line.',
      last: 'This is the only reminder we’ll send.',
    },
  },
  contact: {
    subject: 'Message from {name}',
    preview: 'Someone wrote to you on the contact page.',
    title: 'A message for you',
    from: 'From',
    answer: 'Reply to this email to answer them.',
    /** Replaces `answer` if the writer's address cannot be used for replies. */
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
