import { templateColors } from './colors.ts'
import type { Overlay } from '#shared/site/template.ts'
import type { SiteDocument } from '#shared/site/site.ts'

type Words = Overlay<Omit<SiteDocument, 'questions' | 'look'>> & {
  look: { color: string } & Pick<SiteDocument['look'], 'queue'>
}

const ADDRESS = 'An email address has an @ in it, like you@example.com.'
const NEWS = 'when a friend joins, and when your spot is ready.'

/** Where src/site speaks of chairs and of a trade. */
const neutral = {
  signUp: { invalid: ADDRESS },
  checkInbox: {
    text: { after: '. Tap the button in it to claim your spot.' },
    textAlone: "We've emailed you. Tap the button in it to claim your spot.",
    waiting: {
      text: "We've emailed {email}. Tap the button in it to claim your spot, or open this to correct the address or send it again.",
    },
  },
  titles: { picture: 'People wait in line for the first place' },
  privacyText: {
    mail: { invitation: 'one when it is your turn, and another before that invitation ends' },
    howLong: {
      network:
        'the fingerprint of your network: {days}. Where we decided something about a whole network or mail domain, such as that everybody in an office may join, we keep its fingerprint or name until we end that decision',
    },
  },
  place: {
    loading: 'Looking for your spot...',
    invited: {
      title: 'Your spot is ready',
      open: 'Your invitation is in your inbox, and your spot is kept until {day}.',
      button: 'Take your spot',
      fresh:
        'Cannot find the mail? Open your place with a link that we mailed to you in the last hour, and take your spot here.',
    },
    friends: {
      empty:
        'Nobody has joined with your code yet. The first friend is the hardest: send your link to one person who would like this too.',
    },
    email: { resumed: `You get mail from us again: ${NEWS}`, invalid: ADDRESS },
    ask: { invalid: ADDRESS },
  },
  unsubscribe: {
    fewer: { done: { text: `You get no more updates from us, only mail about your own place: ${NEWS}` } },
    undone: { text: `You get mail from us again: ${NEWS}` },
  },
  seat: {
    open: {
      title: 'Your spot is ready',
      text: 'You kept your place in line, and now it is your turn. Come on in.',
      button: 'Take your spot',
    },
    loading: 'Looking for your spot...',
    accepted: { text: 'Your spot is yours for good. Welcome to {brand}.' },
    unreachable: {
      text: 'Your spot is yours for good, but {brand} does not answer right now. Nothing is lost: try again in a moment, or come back to this link later.',
    },
    'called-back': {
      text: 'We had to take this invitation back, and we are sorry. You are in your place in line as before, and we write to you again when your spot is ready.',
    },
  },
  withoutScripts: { invitation: { needs: 'Taking your spot', text: 'One press on this page takes your spot.' } },
  mails: {
    welcome: {
      preview: 'Your spot is saved. Your code is {code}. Share it to move up whenever a friend joins.',
      previewNoPlaces: 'Your spot is saved. Your code is {code}. Share it with your friends.',
      previewFirst: 'Your spot is saved, at the very front. Your code is {code}.',
      text: 'Thanks for joining. Your spot is saved, and there’s nothing left to do. We’ll write when it’s your turn.',
      answers: { providers: { solo: 'On my own', group: 'In a team' } },
    },
    notification: { title: '{friends:A friend|# friends} joined the line' },
    confirm: {
      preview: 'One tap and your spot is yours.',
      card: 'We’re holding a spot for you.',
      text: 'Tap the button to claim your spot and see your number. We just need to check that this address is yours.',
      reminder: {
        preview: 'Tap the button and your spot is yours.',
        title: 'We’re still holding your spot',
        text: 'Tap the button to claim your spot and see your number. This is the only reminder we’ll send.',
      },
    },
    invitation: {
      subject: 'Your spot at {brand} is ready',
      text: 'You’ve waited in line, and now it’s your turn. {brand} is open to you.\n\nTap the button and come on in.',
      title: 'Your spot is ready',
      card: 'It’s your turn. Come on in.',
      button: 'Take your spot',
      kept: 'We’ll keep your spot free for {days:one day|# days}. This link is just for you, so please don’t share it.',
      reminder: {
        subject: 'Your spot at {brand} is still free',
        preview: 'Tap the button and your spot is yours.',
        title: 'Your spot is still free',
        text: 'Tap the button to take your spot. Not ready yet? Do nothing, and you’ll go back to your place in line.',
      },
    },
  },
} satisfies Overlay<Omit<SiteDocument, 'questions' | 'look'>>

const PLAIN = { more: '', done: [], picture: null, alt: '' }
const READY =
  'Leave your email{questions:=0:|=1:, answer one short question|other:, answer # short questions}, and you have a place in line. Every friend who joins with your link moves you up.'
const whenAnswer = '{launch}. Everybody on the list hears it first, in the order of the line.'
const earlyAnswer =
  'A number that is yours. The line moves as people are let in, and each friend who joins with your link moves you up.'

type Feature = { id: string; tool: string; title: string; text: string }

function feature(id: string, tool: string, title: string, text: string): Feature {
  return { ...PLAIN, id, tool, title, text }
}

/** Blocks that are off at first. */
const usual = {
  film: {
    title: 'See it in a minute',
    address: '',
    play: 'Play the film',
    facts: 'No sound needed',
    words: [{ from: 0, to: 5, text: 'This is {brand}.' }],
  },
  problem: {
    title: 'Why',
    drawing: 'wall-clock',
    lead: 'What made us begin.',
    pains: [
      {
        id: 'first',
        time: '1',
        title: 'What is missing today',
        text: 'Say in a sentence or two what people put up with until you open.',
      },
    ],
  },
  belief: { title: 'We believe', drawing: 'none', quote: 'Good things are worth waiting for, and better shared.' },
}

/** What pages and mails say and show for other lists than that of src/site. */
export const templateWords = {
  app: {
    ...neutral,
    look: { color: templateColors.app, queue: 'door' },
    brand: { pitch: 'The app that takes one thing off your mind.' },
    share: { text: '{brand} is an app I am looking forward to, and I am on its waitlist. Skip the line with my link:' },
    landing: {
      film: usual.film,
      belief: usual.belief,
      blocks: ['hero', 'problem', 'features', 'answers', 'ready'],
      row: ['phone', 'chat', 'bulb', 'heart', 'clock', 'star'],
      trades: ['planned', 'shared', 'remembered', 'done'],
      headline: { before: 'The little things,', after: 'in one app.' },
      lead: '{brand} is an app that takes one thing off your mind, every day. Join the waitlist, and be among the first to try it.',
      joined: '+ people have already joined',
      problem: {
        title: 'The problem',
        drawing: 'wall-clock',
        lead: 'None of it is hard. There is just too much of it.',
        pains: [
          {
            id: 'scattered',
            time: '1',
            title: 'It is all over the place',
            text: 'A note here, a chat there, a photo of a list. When you need it, it is on the other phone.',
          },
          {
            id: 'forgotten',
            time: '2',
            title: 'Something is always forgotten',
            text: 'You remember on the bus, in the shower, at three in the morning. Never when it would help.',
          },
          {
            id: 'alone',
            time: '3',
            title: 'One person keeps track',
            text: 'And mostly it is you. Everybody else asks what is next.',
          },
        ],
      },
      features: {
        title: 'What it does',
        lead: 'A few things, done well.',
        list: [
          feature('one', 'phone', 'One place', 'Everything you want to keep in mind is where you look first.'),
          feature(
            'together',
            'chat',
            'Made for two and more',
            'Share a list, a plan or a reminder with a tap. No account needed to look.',
          ),
          feature(
            'quiet',
            'bulb',
            'Quiet until it matters',
            'It speaks up when something is due, and leaves you alone when nothing is.',
          ),
          feature(
            'yours',
            'heart',
            'Yours alone',
            'No ads, and nothing sold. Take your data with you whenever you like.',
          ),
        ],
      },
      answers: {
        title: 'Questions and answers',
        list: [
          { id: 'when', question: 'When can I try it?', answer: whenAnswer },
          {
            id: 'phones',
            question: 'Which phones does it run on?',
            answer: 'iPhone and Android, and any browser. Tell us yours when you join.',
          },
          { id: 'early', question: 'What do I get for joining early?', answer: earlyAnswer },
        ],
      },
      ready: { title: 'Be among the first', text: READY },
    },
  },
  b2b: {
    ...neutral,
    look: { color: templateColors.b2b, queue: 'door' },
    brand: { pitch: 'The tool that gives teams their afternoons back.' },
    share: { text: '{brand} wants to save our team hours, and I am on its waitlist. Skip the line with my link:' },
    landing: {
      film: usual.film,
      blocks: ['hero', 'problem', 'features', 'belief', 'answers', 'ready'],
      row: ['laptop', 'chart', 'envelope', 'calendar', 'chat', 'clock'],
      trades: ['reports', 'handovers', 'approvals', 'planning'],
      headline: { before: 'Your team’s', after: 'without the busywork.' },
      lead: '{brand} does the routine between your tools, so that your team can do the work it was hired for. Join the waitlist for early access.',
      joined: '+ people have already joined',
      problem: {
        title: 'The problem',
        drawing: 'wall-clock',
        lead: 'An ordinary week, and where it goes.',
        pains: [
          {
            id: 'copying',
            time: 'Mon',
            title: 'Copying from tool to tool',
            text: 'The same numbers in three places, and nobody is sure which of them is right.',
          },
          {
            id: 'waiting',
            time: 'Wed',
            title: 'Waiting for a yes',
            text: 'The work was done on Monday. The approval sits in an inbox.',
          },
          {
            id: 'reporting',
            time: 'Fri',
            title: 'Reports about reports',
            text: 'Half a day to say what happened, and no time left to change it.',
          },
        ],
      },
      features: {
        title: 'What it does',
        lead: 'It works with the tools that you have.',
        list: [
          feature(
            'connects',
            'laptop',
            'Connects your tools',
            'Mail, calendar, documents and tickets, set up in an afternoon.',
          ),
          feature(
            'drafts',
            'envelope',
            'Drafts the routine',
            'Handovers, follow-ups and summaries are ready for review. A person has the last word.',
          ),
          feature(
            'shows',
            'chart',
            'Shows where time goes',
            'One page a week, made from the work itself. Nobody fills in a form for it.',
          ),
          feature('safe', 'box', 'Safe by design', 'Roles, a record of every change, and your data where you want it.'),
        ],
      },
      belief: { title: 'We believe', drawing: 'pen', quote: 'Good people did not join your company to copy cells.' },
      answers: {
        title: 'Questions and answers',
        list: [
          { id: 'when', question: 'When does it open?', answer: whenAnswer },
          {
            id: 'price',
            question: 'What will it cost?',
            answer: 'A price for each person and month, known before you begin. Early teams keep theirs.',
          },
          {
            id: 'data',
            question: 'Where is our data?',
            answer: 'Write to {support}, and we send you all about hosting and security.',
          },
        ],
      },
      ready: { title: 'Get early access', text: READY },
    },
  },
  shop: {
    ...neutral,
    look: { color: templateColors.shop, queue: 'counter' },
    brand: { pitch: 'Opening soon, and looking forward to you.' },
    share: { text: '{brand} opens soon, and I am on the list. Skip the line with my link:' },
    landing: {
      film: usual.film,
      problem: usual.problem,
      blocks: ['hero', 'features', 'belief', 'answers', 'ready'],
      row: ['loaf', 'cup', 'cake', 'flower', 'box', 'bag'],
      trades: ['opening', 'baking', 'brewing', 'coming'],
      headline: { before: 'Something good is', after: 'around the corner.' },
      lead: '{brand} opens soon. Leave your email, and be among the first through the door.',
      joined: '+ people are already in line',
      features: {
        title: 'What to expect',
        lead: 'A few things that we are looking forward to.',
        list: [
          feature('made', 'loaf', 'Made here', 'Fresh every morning, in small batches, by people you can talk to.'),
          feature('stay', 'cup', 'Somewhere to stay', 'A good cup, a table by the window, and no hurry.'),
          feature('take', 'bag', 'Ready when you are', 'Order ahead, and pick it up on your way.'),
          feature(
            'gifts',
            'flower',
            'Something to bring along',
            'For birthdays, Sundays, and people who have everything.',
          ),
        ],
      },
      belief: {
        title: 'We believe',
        drawing: 'rolling-pin',
        quote: 'Good things take their time, and are better shared.',
      },
      answers: {
        title: 'Questions and answers',
        list: [
          { id: 'when', question: 'When do you open?', answer: whenAnswer },
          { id: 'where', question: 'Where are you?', answer: 'Everybody on the list gets our address before we open.' },
          { id: 'early', question: 'What do I get for joining early?', answer: earlyAnswer },
        ],
      },
      ready: { title: 'Be first through the door', text: READY },
    },
  },
} satisfies Record<'app' | 'b2b' | 'shop', Words>
