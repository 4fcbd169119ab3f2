/** The choice that asks for words of one's own, in the questions that offer it. */
export const OTHER = 'Other'

/** A choice in words, or with what is stored and sent on beside what a visitor reads. */
type Choice = string | { value: string; label: string; phrase?: string }

type Asked = {
  /** What its answer is called wherever it is stored, and what analytics calls the step: a_z_0_9, and for good. */
  name: string
  /** What the owner's tools call it: charts, filters, profile, file, Notion, Beehiiv. */
  label: string
  /** What a visitor reads. */
  question: string
}
export type Question = Asked &
  (
    | { kind: 'text'; placeholder: string; autoComplete?: string }
    | { kind: 'yes-no' }
    /** `other` names the answer that holds the words beside Other; without it, Other is a choice like any. */
    | { kind: 'one' | 'many'; choices: readonly Choice[]; other?: string }
  )

export const INDUSTRIES = ['Barber', 'Hairdresser', 'Nail Artist', 'Make Up Artist', OTHER] as const

export const PROBLEMS = [
  'Managing tasks while fulfilling services',
  'Managing pricing and discounts effectively',
  'Not knowing which growth strategies actually work',
  'Challenges in expanding your client base',
  'Difficulty keeping existing clients returning',
  'Wasting time and money on marketing with little results',
  OTHER,
] as const

export const GOALS = [
  'Increase my number of bookings',
  'Improve client retention and loyalty',
  'Reduce time spent on marketing',
  'Get clear, data-driven strategies that work',
  'Automate client acquisition and business processes',
  'Grow my income and revenue stability',
  'Connect with other solo providers',
  'Connect with mentors',
  OTHER,
] as const

/** Cheapest first. `value` is what is stored and sent on; `label` and `phrase` are what a visitor reads. */
export const PRICE_BANDS = [
  { value: '£0 - £10/month', label: '£0-£10/month', phrase: 'A little help with reminders and captions' },
  { value: '£10 - £30/month', label: '£10-£30/month', phrase: 'About the price of one walk-in trim' },
  { value: '£30 - £60/month', label: '£30-£60/month', phrase: 'If it brings back one regular a month' },
  { value: '£60+/month', label: '£60+/month', phrase: 'If it runs the diary while I run the chair' },
] as const

/**
 * The questions in order, one step each. A further one is an entry here and nothing else: it is asked, checked, stored,
 * and shown to the owner. What a question is called, offers or asks may change at any time; answers that were given
 * stay as they were. See docs/decisions/0040-further-answers-in-one-column.md.
 */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'full_name',
    kind: 'text',
    label: 'Full name',
    question: 'What is your name?',
    placeholder: 'Enter your full name',
    autoComplete: 'name',
  },
  {
    name: 'business_name',
    kind: 'text',
    label: 'Business name',
    question: 'What is your business called?',
    placeholder: 'Enter your business name',
    autoComplete: 'organization',
  },
  { name: 'is_solo_provider', kind: 'yes-no', label: 'Solo provider', question: 'Are you a solo provider?' },
  {
    name: 'job_industry',
    kind: 'one',
    label: 'Industry',
    question: 'What is your job industry?',
    choices: INDUSTRIES,
  },
  {
    name: 'problems',
    kind: 'many',
    label: 'Challenges',
    question: 'Which problems would you like to avoid?',
    choices: PROBLEMS,
    other: 'other_problem',
  },
  {
    name: 'goals',
    kind: 'many',
    label: 'Goals',
    question: 'What are your goals?',
    choices: GOALS,
    other: 'other_goal',
  },
  {
    name: 'price_range',
    kind: 'one',
    label: 'Price range',
    question: 'How much would you be willing to pay?',
    choices: PRICE_BANDS,
  },
]
