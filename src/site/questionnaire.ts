import type { Question } from '#shared/site/questions.ts'

const industries = ['Barber', 'Hairdresser', 'Nail Artist', 'Make Up Artist', 'Other']

const problems = [
  'Managing tasks while fulfilling services',
  'Managing pricing and discounts effectively',
  'Not knowing which growth strategies actually work',
  'Challenges in expanding your client base',
  'Difficulty keeping existing clients returning',
  'Wasting time and money on marketing with little results',
  'Other',
]

const goals = [
  'Increase my number of bookings',
  'Improve client retention and loyalty',
  'Reduce time spent on marketing',
  'Get clear, data-driven strategies that work',
  'Automate client acquisition and business processes',
  'Grow my income and revenue stability',
  'Connect with other solo providers',
  'Connect with mentors',
  'Other',
]

/** Cheapest first. `value` is stored and sent to services; visitors read `label` and `phrase`. */
const priceBands = [
  { value: '£0 - £10/month', label: '£0-£10/month', phrase: 'A little help with reminders and captions' },
  { value: '£10 - £30/month', label: '£10-£30/month', phrase: 'About the price of one walk-in trim' },
  { value: '£30 - £60/month', label: '£30-£60/month', phrase: 'If it brings back one regular a month' },
  { value: '£60+/month', label: '£60+/month', phrase: 'If it runs the diary while I run the chair' },
]

/**
 * One step each. To add a question, only add an entry here. Labels, choices and texts may change at any time; stored
 * answers stay as they are. With `other`, the choice 'Other' asks for the visitor's own words. See
 * docs/decisions/0041-one-joining-rule.md.
 */
export const questions: readonly Question[] = [
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
    choices: industries,
  },
  {
    name: 'problems',
    kind: 'many',
    label: 'Challenges',
    question: 'Which problems would you like to avoid?',
    choices: problems,
    other: 'other_problem',
  },
  {
    name: 'goals',
    kind: 'many',
    label: 'Goals',
    question: 'What are your goals?',
    choices: goals,
    other: 'other_goal',
  },
  {
    name: 'price_range',
    kind: 'one',
    label: 'Price range',
    question: 'How much would you be willing to pay?',
    choices: priceBands,
  },
]
