/** A position is given as '#1,234', a place in line as '37th'. */
export const place = {
  title: 'Your place',
  loading: 'Looking for your seat...',
  before: "You're",
  after: 'on our waitlist',
  line: {
    title: '{place} in line',
    /** On the ticket; `title` has both in one text. */
    after: 'in line',
    ahead: '{people} ahead of you',
    first: 'Nobody is ahead of you',
    behind: '{people} behind you',
    last: 'Nobody behind you yet',
    alone: 'The line begins with you',
    number: 'Your number:',
    note: 'Several people can share the number {position}, and whoever brings more friends goes first. Your place in line is yours alone.',
  },
  /** For people without a place in line. */
  noLine: {
    /** Rejected people see this too. It must not reveal that they are rejected. */
    waiting: 'Your place in line is not shown at the moment. If that changes, you see it here.',
    invited: 'It is your turn.',
    admitted: 'You are in. Thank you for waiting with us.',
  },
  /** In place of the words about the next friend. */
  invited: {
    title: 'Your chair is ready',
    coming: 'Your invitation comes to you by mail.',
    open: 'Your invitation is in your inbox, and your seat is kept until {day}.',
    button: 'Take your seat',
    working: 'One moment...',
    /** Without a link that was mailed in the last hour. */
    fresh:
      'Cannot find the mail? Open your place with a link that we mailed to you in the last hour, and take your seat here.',
    failed: 'That did not work. Your invitation is safe: please try again in a moment.',
  },
  next: {
    title: 'One more friend',
    moves: '{position}, {line}',
    /** At #1, or when the rule gives no more places. */
    stays: 'still {position}, and {line}',
    none: 'Another friend does not change your number, but still counts: if two people share a number, the one with more friends goes in first.',
    front:
      'You are at the very front. Friends keep you there: if two people share #1, the one with more friends goes in first.',
  },
  moved: {
    up: 'You moved up {places} {places:place|places}.',
    line: 'The line moved.',
    /** `news`: one or both of the next two texts. */
    since: 'Since your last visit: {news}.',
    places: '{places} {places:place|places} up',
    friends: '{friends} more {friends:friend|friends}',
    /** Screen readers read this after one of the texts above. */
    now: 'You are {position} now.',
    nowInLine: 'You are {position} now, {line} in line.',
  },
  stale: 'This is how your place stood at {time}. We keep trying to reach the server.',
  who: { for: 'For' },
  card: {
    title: 'Your stamp card',
    lead: 'A stamp for each friend who joins with your code.',
    none: 'No friends yet',
    counts: '{friends} {friends:friend|friends}',
    waits: '{friends} waiting',
    milestones: 'What friends bring you',
    reached: 'Reached',
    toGo: '{friends} to go',
    /** What the owner gives for friends. It is handed out after a day. */
    rewards: {
      earned: 'Earned. It’s yours on {day} if your friends are still on the list.',
      soon: 'Earned. It’s on its way.',
      yours: 'Yours since {day}. We’ll be in touch.',
      code: 'Your code: {code}',
      invitation: 'Yours since {day}. You’ll be among the next people we invite.',
      before: 'This reward was added after you reached the number.',
      owner: 'This reward was taken back. Write to us if you think that’s a mistake.',
    },
    full: 'The card is full, with {more} more {more:friend|friends} on top.',
  },
  friends: {
    title: 'Friends',
    empty:
      'Nobody has joined with your code yet. The first friend is the hardest: send your link to one person who complains about admin.',
    unknown: 'A friend',
    counted: 'Counts',
    look: 'Waiting for our check',
    confirm: 'Waiting for them to confirm',
    beyond: 'Over the limit of ten',
    /** Why friends do not count yet. */
    notes: {
      look: 'We check some sign-ups before they count.',
      confirm: 'Friends who are waiting count once they confirm their email.',
      beyond: 'The first ten friends at one email domain count right away. We check the others first.',
    },
    newest: 'The newest {shown} of {all}.',
  },
  history: {
    title: 'How you got here',
    joined: 'You joined the list',
    before: 'Friends you had brought before count too',
    friend: '{friend} joined with your code',
    waits: '{friend} joined, and does not count yet',
    places: '{places} {places:place|places} up',
    atFirst: 'already #1',
    noPlaces: 'the number stays the same',
    /** A wave changes the place in line but not the position. */
    letIn: '{people} {people:person was|people were} let in',
    letInNote: 'the line moved up',
  },
  today: 'Today, {time}',
  more: 'Show all {all}',
  less: 'Show Less',
  answers: {
    title: 'What you told us',
    lead: 'Has something changed? You can correct one answer at a time. Your position stays the same.',
    hidden:
      'Newer answers came from another browser. Only a link that we mail to you shows them, so that nobody else reads them.',
    none: 'No answer',
    change: 'Change',
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
    saved: 'Saved.',
    failed: 'That was not saved. Nothing is lost: please try again in a moment.',
  },
  name: {
    /** If none was given, or only a mailed link may show it. */
    elsewhere: 'No name to show. You can add one.',
    missing: 'Please enter your name, or press Cancel.',
  },
  /** If the owner shows one. */
  board: {
    title: 'Leaderboard',
    lead: 'The people who brought the most friends, among those who chose to be shown. Friends who are still waiting aren’t included.',
    empty: 'No names yet.',
    friends: '{friends:1 friend|# friends}',
    you: 'You',
    label: 'Be shown under a name',
    note: 'Letters only. Anyone can see it, and you can remove it at any time.',
    send: 'Show me',
    sending: 'One moment...',
    shown: 'You’ll appear as {name} once a friend counts.',
    remove: 'Remove my name',
    takenOff: 'We removed your name.',
    invalid: 'Please enter a name of up to 24 letters. Some words aren’t allowed.',
    failed: 'That did not work. Please try again in a moment.',
  },
  email: {
    title: 'Your email',
    noMail:
      'Our mail to this address came back, or was reported as spam, so we send no more. Use another email to get mail from us again.',
    onlyPlace: 'You get mail about your place, and no updates, as you asked.',
    allMail: 'Get updates again',
    unwanted: 'You asked for no more mail, so you get none.',
    resume: 'Get mail again',
    resuming: 'One moment...',
    resumed: 'You get mail from us again: when a friend joins, and when a chair is free.',
    /** When they get mail about friends who joined. */
    friends: {
      label: 'Mail about friends',
      each: 'As they join',
      weekly: 'Once a week',
      never: 'Not at all',
    },
    confirmed: 'Confirmed',
    change: 'Use another email',
    label: 'New email',
    send: 'Send the mail',
    sending: 'Sending...',
    note: 'We write to the new address first. Nothing changes until you press the button in that mail.',
    waiting:
      'If nobody on the list has {email}, our mail is on its way there. Press the button in it, and it is your email here.',
    invalid: 'An email address has an @ in it, like you@salon.com.',
    failed: 'That did not work. Please try again in a moment.',
  },
  data: {
    title: 'What we store about you',
    lead: 'You can download all of it, or have it deleted.',
    loading: 'Fetching...',
    download: 'Download as a file',
    failed: 'That did not work. Please try again in a moment.',
    /** These need a link that was mailed in the last hour. */
    fresh: {
      text: 'To download or delete everything, to change your email, or to get mail again, open your place with a link that we mailed to you in the last hour. So nobody who borrows your phone can do this.',
      ask: 'Ask for a fresh link',
      asking: 'Asking...',
      asked: 'A fresh link is on its way to you. You can do all of this with it for one hour.',
    },
  },
  leave: {
    open: 'Delete my place',
    title: 'Leave the list?',
    text: 'Your email, answers, history and place here are deleted now, for good, and within a day also what other services have about you. If you join again, you begin at the end.',
    privacy: 'The privacy page has the details.',
    confirm: 'Delete everything now',
    working: 'Deleting...',
    cancel: 'Keep my place',
    failed: 'No answer came, so we are not sure that it worked. Press Delete everything now once more.',
  },
  /** `ended`: for every invalid link. */
  ask: {
    title: 'Find your place',
    text: 'Enter the email that you use with us, and we send you the link to your place.',
    ended: {
      title: 'This link no longer works',
      text: 'Perhaps a newer link replaced it, your email changed, the place was deleted, or part of the link is missing. Enter the email that you use with us now, and we send you a new one.',
    },
    /** Confirming another email ends the link of open tabs. */
    moved: {
      title: 'Look in your new inbox',
      text: 'If you pressed the button in our mail to {email}, it is your email here now, and the mail after it has the link to your place. If not, enter the email that you use with us, and we send you a link.',
    },
    deleted: {
      title: 'You have left the list',
      text: 'Your place is deleted here. What other services have about you is deleted within a day. You can join again whenever you like, and then begin at the end of the list.',
      join: 'To the waitlist',
    },
    /** If no mail server is set up. */
    noMail: 'We send no mail at present, so no link can reach you. Write to {support}, and we help you.',
    label: 'Email',
    send: 'Send my link',
    sending: 'Sending...',
    sent: 'If this address is on the list, its link is on the way.',
    sentNote:
      'Nothing there after some minutes? Look in the spam folder too, or try another address of yours. We send this link once a day at most.',
    invalid: 'An email address has an @ in it, like you@salon.com.',
    failed: 'That did not work. Please try again in a moment.',
    /** The mail is on another device, or its program shows no button. */
    code: {
      label: 'Code from our email',
      note: "You'll find a code in our emails, below the button. It works for one hour.",
      open: 'Open',
      opening: 'One moment...',
      missing: 'Enter the code from our email.',
      email: 'Enter your email too. A code only works with the email it was sent to.',
      wrong: "This is not the code from our newest email, or it's more than an hour old. Ask for a new email.",
    },
    join: 'Not on the list yet? Join the waitlist',
  },
  failed: {
    title: 'We cannot show your place',
    text: 'Nothing is lost: the network or our server does not answer right now. We keep trying.',
    again: 'Try again',
  },
} as const
