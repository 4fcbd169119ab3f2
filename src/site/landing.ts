import type { Block } from '#shared/site/blocks.ts'
import type { Drawing, Scene } from '#shared/site/drawings.ts'

/** Drawn again by the server, which knows its size in CSS pixels. */
export type Picture = { hash: string; width: number; height: number }

/** In place of a drawing. */
const picture = { picture: null as Picture | null, alt: '' as string }

/** The trades are typed one after the other into the headline. */
export const landing = {
  /** Those that are shown, in this order. */
  blocks: ['hero', 'problem', 'belief', 'film', 'features', 'ready'] as Block[],
  /** What the others in line have brought. */
  row: ['scissors', 'brush', 'comb', 'polish', 'bottle', 'mirror'] as Drawing[],
  trades: ['Beauty', 'Barbering', 'Hairdressing', 'Nail', 'Skincare', 'Makeup'],
  headline: { before: 'Put your', after: 'business in the first chair.' },
  lead: '{brand} is the AI assistant that turns to-do lists into done lists. It does the admin, finds what makes you grow, drafts your content and plans the business with you, while your hands stay with your client.',
  launch: 'Opens {launch}',
  /** For screen readers, on the button beside it. */
  motion: { play: 'Play the changing words', pause: 'Pause the changing words' },
  counting: 'Loading...',
  joined: '+ solo providers have already joined',
  wayBack: 'Already joined?',
  problem: {
    title: 'The Problem',
    lead: 'A day in the chair, by the clock. Only some of it is the work you trained for.',
    drawing: 'wall-clock' as Scene,
    pains: [
      {
        id: 'admin',
        time: '08:10',
        title: 'Admin time',
        text: 'Reminders, rebookings, a stock order, one no-show to chase. An hour is gone before the first client sits down, and nobody pays for that hour.',
      },
      {
        id: 'growth',
        time: '13:30',
        title: 'Growth ceiling',
        text: 'Lunch was half a sandwich over the sink. Every slot is full and the month still comes out the same: there are only so many hours in one pair of hands.',
      },
      {
        id: 'burnout',
        time: '19:45',
        title: 'Burnout',
        text: 'The last client leaves, then comes the sweeping, then the captions. You love the work. You are just never off it.',
      },
      {
        id: 'missed',
        time: '22:20',
        title: 'Missed opportunities',
        text: 'Three new enquiries in your messages, sent while your hands were in foils. Two have booked somewhere else by now.',
      },
    ],
  },
  belief: {
    title: 'We Believe',
    drawing: 'shears' as Scene,
    quote: 'Nobody picked up the scissors to do admin. Your best hours belong to the person in your chair.',
  },
  film: {
    title: 'One Monday, with and without',
    /** The drawn film; or a link to YouTube or Vimeo, or the https address of an MP4 or WebM file. Empty: no film. */
    address: '/film/film.mp4' as string,
    play: 'Play the film',
    facts: '20 seconds, no sound needed',
    read: 'Read the film instead',
    /** Captions, with their beginning and end in seconds. The page also shows them as a list. */
    words: [
      { from: 0, to: 4.5, text: 'Monday, 8:10. The list is longer than the day.' },
      { from: 4.5, to: 10, text: 'You do the hair. {brand} does the list.' },
      { from: 10, to: 15.5, text: 'It finds the gap on Thursday, and the regular who is due.' },
      { from: 15.5, to: 20, text: 'To-do lists into done lists. Take the first chair.' },
    ],
  },
  features: {
    title: 'Our Features',
    toggle: { more: 'Learn More', less: 'Show Less' },
    lead: 'Four things it does from the first week. You say yes or no; it does the rest.',
    list: [
      {
        id: 'automation',
        tool: 'scissors' as Drawing,
        ...picture,
        title: 'On-demand automation',
        text: 'Say it once, between two clients, and it is done.',
        more: 'Tell it the way you would tell a good junior. It writes the reminder, moves the booking, chases the deposit and reorders the developer, and shows you before anything goes out.',
        done: [
          '14 reminders sent for tomorrow',
          'Deposit asked for, Saturday colour',
          'Foils reordered before you run out',
        ],
      },
      {
        id: 'growth',
        tool: 'mirror' as Drawing,
        ...picture,
        title: 'Growth strategy',
        text: 'What to change next, from your own diary and till.',
        more: 'It looks at who comes back, which hours stay empty and which treatment pays for its time. Then it suggests one change at a time, and tells you afterwards whether it worked.',
        done: [
          'Thursday gap offered to 3 regulars',
          'Toner priced with every colour',
          '6 lapsed clients written to, 4 booked',
        ],
      },
      {
        id: 'content',
        tool: 'brush' as Drawing,
        ...picture,
        title: 'Content ideas',
        text: 'Posts that sound like you, from the work you did today.',
        more: 'Send the photo, it drafts the caption, the story and the week. It knows prom season from fringe season, and never posts a face without your word.',
        done: [
          'Balayage post drafted in your words',
          'Reply to “how much is a fade?”',
          'A week of stories for wedding season',
        ],
      },
      {
        id: 'planning',
        tool: 'comb' as Drawing,
        ...picture,
        title: 'Business planning',
        text: 'Rent, prices, a second chair: the numbers before you sign.',
        more: 'Ask what happens if you add a day, raise the cut by £3 or rent a second chair. It works it out from your real takings, in plain words, and puts the steps in your calendar.',
        done: [
          'Chair rent compared with three offers',
          'Price list for spring, ready to print',
          'Tax pot filled a little every Friday',
        ],
      },
    ],
  },
  stories: [
    {
      id: 'first',
      title: 'Made by people who do the work',
      text: 'Tell who you are, where it began and what you promise. A picture of you or your work says the rest.',
      ...picture,
    },
  ],
  logos: {
    title: 'You may know us from',
    list: [{ id: 'first', name: 'A name people know', picture: null as Picture | null }],
  },
  answers: {
    title: 'Questions and answers',
    list: [
      {
        id: 'cost',
        question: 'What does it cost?',
        answer: 'Joining the waitlist costs nothing, and you can leave whenever you like.',
      },
      {
        id: 'when',
        question: 'When does it open?',
        answer: '{launch}. We write to you when it is your turn.',
      },
    ],
  },
  ready: {
    title: 'Ready to Join?',
    text: 'Leave your email{questions:=0:|=1:, answer one short question|other:, answer # short questions}, and you have a place in the queue. Every friend who follows counts for you.',
  },
}
