import { brand } from './brand.ts'
import { thankYou } from './thank-you.ts'

/**
 * The words of the mails. A place is given as '#1,234'. What somebody typed has no business here: a mail to an address
 * that has not proved itself would carry it to strangers.
 */
export const mails = {
  welcome: {
    subject: (place: string) => `You're ${place} on the ${brand.name} waitlist`,
    preview: (code: string) => `Your seat is saved. Your code is ${code}: it moves you up whenever a friend joins.`,
    title: thankYou.title,
    text: 'Thank you for joining, and for telling us how you work. Your seat is saved; nothing else to do but get on with your day.',
    answers: {
      title: 'What you told us',
      change: 'Has something changed? Join again with this email: your place stays yours.',
      /** What stands before the answer to a question, by its name. Others go by their label. */
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
    subject: (place: string) => `A friend joined, and you're ${place} now`,
    preview: (friends: string) => `Your link is doing its job: ${friends} so far.`,
    title: 'A friend took a seat',
    /** `friend` is masked, or 'A friend of yours'. */
    text: (friend: string) => `${friend} joined the ${brand.name} waitlist with your code.`,
    friends: { label: 'Friends so far', count: (count: number) => `${count} ${count === 1 ? 'friend' : 'friends'}` },
    unknownFriend: 'A friend of yours',
    first: 'There is no better place than the first chair. Friends who still join decide who sits in it first.',
  },
  contact: {
    subject: (name: string) => `Message from ${name}`,
    preview: 'Somebody wrote to you on the contact page.',
    title: 'A message for you',
    from: 'From',
    answer: 'Answer this mail and it goes to them.',
  },
  place: { before: thankYou.before, beforeNow: 'Now you are', after: thankYou.after, you: 'You' },
  share: {
    ...thankYou.sharing,
    button: 'Share your link',
    or: 'Or straight to',
    on: 'Share on',
  },
  footer: {
    why: `You get this because somebody joined the ${brand.name} waitlist with this address.`,
    unsubscribe: 'Unsubscribe',
    stop: 'No more mail from us:',
  },
} as const
