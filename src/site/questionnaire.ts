/** The choice that asks for words of one's own, in the questions that offer it. */
export const OTHER = 'Other'

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

/** The seven steps in order. `name` is what analytics calls a step; it never carries the answer. */
export const STEPS = [
  { name: 'full_name', kind: 'text', question: 'What is your name?', placeholder: 'Enter your full name' },
  {
    name: 'business_name',
    kind: 'text',
    question: 'What is your business called?',
    placeholder: 'Enter your business name',
  },
  { name: 'is_solo_provider', kind: 'yes-no', question: 'Are you a solo provider?' },
  { name: 'job_industry', kind: 'one', question: 'What is your job industry?', choices: INDUSTRIES },
  {
    name: 'problems',
    kind: 'many',
    question: 'Which problems would you like to avoid?',
    choices: PROBLEMS,
    other: 'other_problem',
  },
  { name: 'goals', kind: 'many', question: 'What are your goals?', choices: GOALS, other: 'other_goal' },
  { name: 'price_range', kind: 'price', question: 'How much would you be willing to pay?', choices: PRICE_BANDS },
] as const
