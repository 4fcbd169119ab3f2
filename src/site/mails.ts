/**
 * The words of the mails. A position is given as '#1,234'. Do not add text that people typed: in mails to
 * unconfirmed addresses, strangers would read that text.
 */
export const mails = {
  welcome: {
    subject: "You're {place} on the {brand} waitlist",
    preview: 'Your seat is saved. Your code is {code}: it moves you up whenever a friend joins.',
    /** Replaces `preview` if the referral rule gives no places. */
    previewNoPlaces: 'Your seat is saved. Your code is {code}: share it with your friends.',
    previewFirst: 'Your seat is saved, at the very front. Your code is {code}.',
    text: 'Thank you for joining, and for telling us how you work. Your seat is saved; nothing else to do but get on with your day.',
    answers: {
      title: 'What you told us',
      /** The middle part links to the page with the person's place and answers. */
      change: {
        before: 'Has something changed? ',
        link: 'Correct it at your place',
        after: ', whenever you like.',
      },
      /** The labels before the answers, by the name of the question. Other questions use their own label. */
      labels: {
        is_solo_provider: 'You work as',
        job_industry: 'Your trade',
        problems: 'You want to avoid',
        goals: 'You want to',
        price_range: 'Fair price',
      } as Record<string, string>,
      providers: { solo: 'Solo provider', group: 'Group practice' },
      invitedBy: 'A friend brought you, with the code',
    },
  },
  notification: {
    subject: "{friends:A friend|# friends} joined, and you're {place} now",
    /** Replaces `subject` if the referrer was #1 before, so that these friends did not change the position. */
    subjectStill: "{friends:A friend|# friends} joined, and you're still {place}",
    preview: 'Your link is doing its job: {friends} so far.',
    title: '{friends:A friend|# friends} took a seat',
    /** `friend` is masked, or 'A friend of yours'. */
    one: '{friend} joined the {brand} waitlist with your code.',
    /** `since` and `who` are the texts below, or empty. The `names` in `who` are masked. */
    several: '{count} friends joined the {brand} waitlist with your code{since}{who}.',
    since: ' since our last mail',
    who: ': {names}',
    whoElse: ': {names} and {others} more',
    friends: {
      label: 'Friends so far',
      count: '{count:1 friend|# friends}',
    },
    /** About the friends who do not count until they confirm their address. */
    waiting:
      '{waiting:One more friend counts once they press|# more friends count once they press} the button in our mail to them.',
    unknownFriend: 'A friend of yours',
    /** The rewards are those in src/site/referral.ts. */
    milestones: {
      reached: 'You reached a milestone',
      next: '{friends} more {friends:friend|friends} until the next milestone',
    },
  },
  /** Shown beside a button. `code` is valid for an hour, and people type it at `page`. */
  code: 'Does the button not work? For an hour, you can type this code at {page}: {code}',
  /** Asks people to confirm their address, if a credit waits for it: the credit of their referrer, or their own. */
  press: {
    friend: {
      text: 'The friend whose code you used has brought many others already. Press the button, and you count too.',
      button: 'Press to count for your friend',
    },
    places: {
      text: 'Many friends have joined with your code. Press the button, and those who come now move you up too, once they have pressed theirs.',
      button: 'Confirm to keep moving up',
    },
  },
  /** The link to the person's own page, in every mail about their place. */
  wayBack: {
    open: 'See your place',
    yours: 'This link leads to your place, your friends and your answers. Keep it, and keep it to yourself.',
  },
  placeLink: {
    subject: 'Your place on the {brand} waitlist',
    preview: 'Here is the link you asked for. It opens your place, on any device.',
    title: 'Welcome back',
    open: 'Open your place',
    notYou: 'The link is yours alone. If you did not ask for it, ignore this mail: nothing has changed.',
    /** Added if somebody joined again with the person's email, and the new answers wait for a confirmation. */
    newAnswers: {
      title: 'Did you send new answers?',
      text: 'Somebody joined again with your email. If it was you, use the new answers; they then replace the earlier ones.',
      button: 'Use my new answers',
    },
  },
  /** The mail to a new person, if addresses must be confirmed. */
  confirm: {
    subject: 'Your place on the {brand} waitlist: is this you?',
    preview: 'One press, and your seat is yours.',
    title: 'Your place is waiting',
    /** Without the position: anybody could join with two addresses and learn how many people joined in between. */
    card: 'We are holding a seat for you.',
    text: 'Press the button, and your seat is yours: you then see your number. We only need to know that this address is really yours.',
    button: 'Confirm your place',
    kept: 'We hold it until {day}.',
    notYou: 'If you did not join, ignore this mail: we then forget your address.',
    reminder: {
      subject: 'Your place on the {brand} waitlist is still waiting',
      preview: 'Press one button, and your seat is yours.',
      title: 'We are still holding your seat',
      text: 'Press the button, and your seat is yours: you then see your number. This is the only reminder we send.',
    },
  },
  /** The mail to a person on the list in whose name somebody sent new answers. */
  confirmAnswers: {
    subject: 'Are the new answers for your {brand} place yours?',
    preview: 'One press, and your new answers count.',
    title: 'Was that you?',
    card: 'Somebody joined again with your email.',
    text: 'If it was you, press the button: your new answers then replace the earlier ones. Your place stays yours either way.',
    button: 'Yes, use my new answers',
    notYou: 'If it was not you, ignore this mail: nothing changes.',
  },
  /** The mail to the new address that a person wants to use. */
  confirmAddress: {
    subject: 'Use this address for your {brand} place?',
    preview: 'One press, and your place moves to this address.',
    title: 'A new address for your place?',
    card: 'Somebody on our waitlist wants to use this address.',
    text: 'Press the button, and we send mail about your place to this address from now on. Your place, your friends and your code stay as they are.',
    button: 'Use this address',
    notYou: 'If you did not ask for this, ignore this mail: nothing changes.',
    why: 'You get this because somebody with a place on the {brand} waitlist gave this address as theirs.',
  },
  /** The mail that lets a person in. The owner may change the subject and the text of each wave. */
  invitation: {
    subject: 'Your chair at {brand} is ready',
    text: 'You kept your place in line, and now it is your turn: {brand} is open to you.\n\nPress the button, and we show you to your chair.',
    preview: 'It is your turn. One press, and you are in.',
    title: 'Your chair is ready',
    card: 'It is your turn. Come in and take a seat.',
    stub: 'Open to you',
    button: 'Take your seat',
    kept: 'We keep your seat free for {days:one day|# days}. The link is yours alone: please do not pass it on.',
    why: 'You get this because you joined the {brand} waitlist with this address.',
    reminder: {
      subject: 'Your chair at {brand} is still free',
      preview: 'Take your seat at {brand} before it goes to the next in line.',
      title: 'Your chair is still free',
      card: 'We keep it for you until {day}.',
      text: 'Press the button to take your seat. If you would rather not come in yet, there is nothing to do: you go back to your place in line.',
      last: 'This is the only reminder we send.',
    },
  },
  contact: {
    subject: 'Message from {name}',
    preview: 'Somebody wrote to you on the contact page.',
    title: 'A message for you',
    from: 'From',
    answer: 'Answer this mail and it goes to them.',
    /** Replaces `answer` if the writer's address cannot be used for replies. */
    answerByHand: 'To answer, write a new mail to {email}: not every mail program can answer to such an address.',
  },
  test: {
    subject: 'A test mail from the {brand} waitlist',
    preview: 'Mail from your waitlist arrives.',
    title: 'Mail arrives',
    text: 'You asked for this mail in the dashboard. It comes from {from}, as all others will.',
    links: 'Links in mails lead to',
  },
  place: {
    beforeNow: 'Now you are',
    beforeStill: 'You are still',
    you: 'You',
  },
  share: {
    button: 'Share your link',
    or: 'Or straight to',
    on: 'Share on',
  },
  footer: {
    why: 'You get this because somebody joined the {brand} waitlist with this address.',
    unsubscribe: 'Unsubscribe',
    stop: 'No more mail from us:',
  },
} as const
