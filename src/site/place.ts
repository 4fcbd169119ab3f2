import { brand } from './brand.ts'

/** The words of a person's own place and of the receipt for leaving. Places are given as '#1,234' and '37th'. */
export const place = {
  title: 'Your place',
  loading: 'Looking for your seat...',
  before: "You're",
  after: 'on our waitlist',
  line: {
    title: (place: string) => `${place} in line`,
    ahead: (people: string) => `${people} ahead of you`,
    first: 'Nobody is ahead of you',
    behind: (people: string) => `${people} behind you`,
    last: 'nobody behind you yet',
    alone: 'The line begins with you',
  },
  /** In place of the line for people who have none. */
  noLine: {
    waiting: 'Your seat is kept. Your place in line appears here as soon as it is settled.',
    unconfirmed: 'Your seat is kept. Your place in line counts once you have pressed the button in our mail.',
    invited: 'A chair is free for you: the invitation is in your inbox.',
    admitted: 'You are in. Thank you for waiting with us.',
  },
  next: {
    title: 'One more friend',
    /** `line`: the place in line that a friend brings. */
    moves: (position: string, line: string) => `${position}, ${line}`,
    /** At #1, where a friend only changes the line. */
    stays: (line: string) => `still #1, but ${line}`,
    front:
      'You are at the very front. Friends keep you there: of two people at #1, the one with more friends goes in first.',
  },
  moved: {
    up: (places: number) => `You moved up ${places} ${places === 1 ? 'place' : 'places'}.`,
    line: 'The line moved.',
    /** For a screen reader, after one of the above. */
    now: (position: string, line: string | null) => `You are ${position} now${line ? `, ${line} in line` : ''}.`,
  },
  live: {
    connecting: 'Connecting...',
    live: 'Live',
    lost: (time: string) => `Not live: this is how it stood at ${time}. We keep trying.`,
  },
  who: { for: 'For', notYou: 'Not you?' },
  card: {
    title: 'Your stamp card',
    lead: 'A stamp for each friend who joins with your code.',
    counts: (friends: number) => `${grouped(friends)} ${friends === 1 ? 'friend counts' : 'friends count'}`,
    waits: (friends: number) => `${grouped(friends)} waiting`,
    milestones: 'What friends bring you',
    reached: 'Reached',
    toGo: (friends: number) => `${grouped(friends)} to go`,
    full: (more: number) => `The card is full, and ${grouped(more)} more on top.`,
  },
  friends: {
    title: 'Friends',
    empty:
      'Nobody has joined with your code yet. The first friend is the hardest: send your link to one person who complains about admin.',
    unknown: 'A friend',
    counted: 'Counts',
    waiting: 'Waiting',
    waitingNote: 'A friend who waits moves you up as soon as their place is settled.',
    newest: (shown: number, all: number) => `The newest ${grouped(shown)} of ${grouped(all)}.`,
  },
  history: {
    title: 'How you got here',
    joined: 'You joined the list',
    friend: (friend: string) => `${friend} joined with your code`,
    waits: (friend: string) => `${friend} joined, and does not count yet`,
    left: (friend: string) => `${friend} left before they counted`,
    places: (places: number) => `${grouped(places)} ${places === 1 ? 'place' : 'places'} up`,
    noPlaces: 'no better place than #1',
  },
  more: (all: number) => `Show all ${grouped(all)}`,
  less: 'Show Less',
  answers: {
    title: 'What you told us',
    lead: 'Something has changed? Correct one answer at a time. Your place stays yours.',
    none: 'No answer',
    change: 'Change',
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
    saved: 'Saved.',
    fault: (fault: string) => `This answer ${fault}.`,
    failed: 'That was not saved. Nothing is lost: please try again in a moment.',
  },
  email: {
    title: 'Your email',
    noMail: 'You get no mail from us at this address.',
    confirmed: 'Confirmed',
    change: 'Use another email',
    label: 'New email',
    send: 'Send the mail',
    sending: 'Sending...',
    note: 'We write to the new address first. Nothing changes until the button in that mail is pressed.',
    waiting: (email: string) =>
      `We wrote to ${email}. As soon as the button in that mail is pressed, it is your email here.`,
    invalid: 'An email address has an @ in it, like you@salon.com.',
    failed: 'That did not work. Please try again in a moment.',
  },
  data: {
    title: 'What we store about you',
    lead: 'All of it is yours to see, to take along, or to have deleted.',
    see: 'See everything we store',
    loading: 'Fetching...',
    download: 'Download as a file',
    hide: 'Close',
    failed: 'That did not work. Please try again in a moment.',
    /** Before what only a link of the last hour allows. */
    fresh: {
      text: 'To see, download or delete everything, or to change your email, please come by a link that we have just mailed to you: so nobody who borrows this phone can do it.',
      ask: 'Ask for a fresh link',
      asking: 'Asking...',
      asked: 'A fresh link is on its way to you. It can do all of this for one hour.',
    },
  },
  leave: {
    open: 'Delete my place',
    title: 'Leave the list?',
    goes: {
      title: 'This is deleted, for good',
      list: [
        'your email, your answers and all earlier answers',
        'your history, and every mail of yours that is still to be sent',
        'what Notion and Beehiiv hold of you, if we use them: as soon as they answer',
        'your place in line: joining again means the end of the queue',
      ],
    },
    stays: {
      title: 'This stays',
      list: [
        'the number you had, without your name: nobody else gets it',
        'the places that friends gained: they keep theirs, but your code credits nobody any more',
        'for a limited time a fingerprint of your address, from which nobody can read it: so joining again cannot be used to collect credits',
        'mails that are in your inbox already: we cannot take those back',
      ],
    },
    privacy: 'The privacy page has the details.',
    confirm: 'Delete everything now',
    working: 'Deleting...',
    cancel: 'Keep my place',
    failed: 'Nothing was deleted. Please try again in a moment.',
  },
  /** Without a good link: alike for an ended link, a forged one and none at all. */
  ask: {
    title: 'Where is your place?',
    text: 'Tell us the email you joined with, and we send you the link to your place.',
    ended: {
      title: 'This link no longer works',
      text: 'Perhaps it was replaced by a newer one, or it is not whole. Tell us the email you joined with, and we send you a new one.',
    },
    label: 'Email',
    send: 'Send my link',
    sending: 'Sending...',
    sent: 'If this address is on the list, its link is on the way.',
    sentNote: 'Nothing there after some minutes? Look into the spam folder, or try the other address you use.',
    invalid: 'An email address has an @ in it, like you@salon.com.',
    failed: 'That did not work. Please try again in a moment.',
    join: 'Not on the list yet? Join the waitlist',
  },
  failed: {
    title: 'Your place is safe',
    text: 'We just cannot show it: the network or our server does not answer. We keep trying.',
    again: 'Try again',
  },
} as const

/** The page that follows deletion. */
export const receipt = {
  title: 'Your receipt',
  text: 'You have left the list. Here is what is deleted where; what still waits is ticked off as soon as it is done.',
  number: 'The number that stays',
  at: 'Deleted',
  soon: 'in a moment',
  parts: { here: `${brand.name}, everything here`, notion: 'Notion', beehiiv: 'Beehiiv' },
  states: {
    done: 'Deleted',
    waits: 'Under way: tried again by itself',
    left: 'It kept refusing: the owner deletes it there by hand',
  },
  allDone: 'Nothing is left of you anywhere that we know of. Goodbye, and take care of your hands.',
  loading: 'Fetching your receipt...',
  ended: {
    title: 'There is no receipt here',
    text: 'This address does not hold a receipt. If you still have your link, open it again.',
  },
  failed: 'The server does not answer. We keep trying.',
} as const

function grouped(count: number): string {
  return count.toLocaleString('en-GB')
}
