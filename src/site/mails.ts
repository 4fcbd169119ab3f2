import { brand } from './brand.ts'
import { REFERRAL_PROMISE } from './referral.ts'
import { thankYou } from './thank-you.ts'

/**
 * The words of the mails. A position is given as '#1,234'. Do not add text that people typed: a mail to an address that
 * is not confirmed would carry it to strangers.
 */
export const mails = {
  welcome: {
    subject: (place: string) => `You're ${place} on the ${brand.name} waitlist`,
    preview: (code: string) => `Your seat is saved. Your code is ${code}: it moves you up whenever a friend joins.`,
    previewFirst: (code: string) => `Your seat is saved, at the very front. Your code is ${code}.`,
    title: thankYou.title,
    text: 'Thank you for joining, and for telling us how you work. Your seat is saved; nothing else to do but get on with your day.',
    answers: {
      title: 'What you told us',
      /** The middle part is a link to the site. */
      change: {
        before: 'Has something changed? ',
        link: 'Join again with this email',
        after: ': your place stays yours.',
      },
      /** The label before the answer to a question, by its name. Other questions use their own label. */
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
    /** `isStill`: these friends changed nothing, because their referrer was #1 before. */
    subject: (friends: number, place: string, isStill: boolean) =>
      `${friends > 1 ? `${grouped(friends)} friends` : 'A friend'} joined, and you're ${isStill ? `still ${place}` : `${place} now`}`,
    preview: (friends: string) => `Your link is doing its job: ${friends} so far.`,
    title: (friends: number) => (friends > 1 ? `${grouped(friends)} friends took a seat` : 'A friend took a seat'),
    /** `friend` is masked, or 'A friend of yours'. */
    one: (friend: string) => `${friend} joined the ${brand.name} waitlist with your code.`,
    /** `names` are masked, and may be empty. `isMore`: an earlier mail was about other friends. */
    several: ({ count, names, others, isMore }: { count: number; names: string[]; others: number; isMore: boolean }) =>
      [
        `${grouped(count)} friends joined the ${brand.name} waitlist with your code${isMore ? ' since our last mail' : ''}`,
        ...(names.length > 0 ? [`: ${names.join(', ')}${others > 0 ? ` and ${grouped(others)} more` : ''}`] : []),
        '.',
      ].join(''),
    friends: {
      label: 'Friends so far',
      count: (count: number) => `${grouped(count)} ${count === 1 ? 'friend' : 'friends'}`,
    },
    unknownFriend: 'A friend of yours',
  },
  contact: {
    subject: (name: string) => `Message from ${name}`,
    preview: 'Somebody wrote to you on the contact page.',
    title: 'A message for you',
    from: 'From',
    answer: 'Answer this mail and it goes to them.',
    /** The writer's address cannot be used for replies. */
    answerByHand: (email: string) =>
      `To answer, write a new mail to ${email}: not every mail program can answer to such an address.`,
  },
  test: {
    subject: `A test mail from the ${brand.name} waitlist`,
    preview: 'Mail from your waitlist arrives.',
    title: 'Mail arrives',
    text: (from: string) => `You asked for this mail in the dashboard. It comes from ${from}, as all others will.`,
    links: 'Links in mails lead to',
  },
  place: {
    before: thankYou.before,
    beforeNow: 'Now you are',
    beforeStill: 'You are still',
    after: thankYou.after,
    you: 'You',
  },
  share: {
    ...thankYou.sharing,
    promise: REFERRAL_PROMISE,
    /** In place of the title and the promise at #1, where nobody can move up. */
    first: {
      title: 'Stay in front',
      promise:
        'There is no better place than #1, but several people can share it. Those who brought more friends are let in first.',
    },
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

function grouped(count: number): string {
  return count.toLocaleString('en-GB')
}
