import type { Question } from '#shared/site/questions.ts'
import { questions } from './questionnaire.ts'

export type Template = { title: string; text: string; questions: readonly Question[] }

const name = {
  name: 'full_name',
  kind: 'text',
  label: 'Full name',
  question: 'What is your name?',
  placeholder: 'Your name',
  autoComplete: 'name',
} satisfies Question

/** What an owner can begin with. The first is the site of src/site. */
export const templates: Record<'beauty' | 'app' | 'b2b' | 'shop', Template> = {
  beauty: { title: 'Beauty professionals', text: 'Salons, barbers and artists', questions },
  app: {
    title: 'App',
    text: 'Something people use on their phone or in the browser',
    questions: [
      {
        name: 'device',
        kind: 'one',
        label: 'Phone',
        question: 'Which phone do you use?',
        choices: ['iPhone', 'Android', 'Neither'],
      },
      {
        name: 'used_today',
        kind: 'text',
        label: 'Uses today',
        question: 'What do you use for this today?',
        placeholder: 'An app, a notebook, nothing yet',
        optional: true,
      },
      {
        name: 'hopes',
        kind: 'many',
        label: 'Hopes',
        question: 'What matters most to you?',
        choices: ['Saving time', 'Saving money', 'Privacy', 'Sharing with others', 'Working offline', 'Other'],
        other: 'other_hope',
      },
      {
        name: 'would_pay',
        kind: 'one',
        label: 'Would pay',
        question: 'What would you pay for it?',
        choices: [
          'Nothing: only if it is free',
          'Once, when I download it',
          'A little every month',
          'I don’t know yet',
        ],
        optional: true,
      },
    ],
  },
  b2b: {
    title: 'Business software',
    text: 'A tool that companies buy for their teams',
    questions: [
      name,
      {
        name: 'business_name',
        kind: 'text',
        label: 'Company',
        question: 'Which company do you work for?',
        placeholder: 'Name of the company',
        autoComplete: 'organization',
      },
      {
        name: 'company_website',
        kind: 'link',
        label: 'Website',
        question: 'What is your company’s website?',
        placeholder: 'https://',
        optional: true,
      },
      { name: 'team_size', kind: 'number', label: 'Team size', question: 'How many people are in your team?', min: 1 },
      {
        name: 'role',
        kind: 'one',
        label: 'Role',
        question: 'What is your role?',
        choices: ['Founder or director', 'Manager', 'Engineer', 'Operations', 'Other'],
      },
      {
        name: 'timing',
        kind: 'one',
        label: 'Start',
        question: 'When would you like to start?',
        choices: ['As soon as it is ready', 'Within three months', 'Later', 'Just looking'],
      },
    ],
  },
  shop: {
    title: 'Shop',
    text: 'A bakery, a café, a studio or a store online',
    questions: [
      {
        name: 'wishes',
        kind: 'many',
        label: 'Wishes',
        question: 'What are you looking forward to?',
        choices: ['New things to try', 'Everyday favourites', 'Gifts', 'Special orders', 'Events', 'Other'],
        other: 'other_wish',
      },
      {
        name: 'visits',
        kind: 'one',
        label: 'Visits',
        question: 'How often would you come by?',
        choices: ['Most days', 'Every week', 'Now and then', 'I would order online'],
      },
      {
        name: 'neighbourhood',
        kind: 'text',
        label: 'Neighbourhood',
        question: 'Where do you live?',
        placeholder: 'Your town or part of town',
        autoComplete: 'address-level2',
        optional: true,
      },
    ],
  },
}
