import { expect, test } from 'vitest'
import { type ChoiceQuestion, openChoicesOf, type Question } from '#shared/site/questions.ts'
import { type SiteDocument, siteIn, siteOf, sourceSite } from '#shared/site/site.ts'
import { templates } from '#site/templates.ts'
import { checkQuestions } from '../../../../server/publishing/check-questions.ts'
import { keyFor, withTemplate } from './with-template.ts'

const NAMES = Object.keys(templates) as (keyof typeof templates)[]
const namesOf = (questions: readonly Question[]) => new Set(questions.map(({ name }) => name))
const use = (questions: readonly Question[], name: keyof typeof templates) =>
  withTemplate(questions, templates[name].questions, namesOf(questions))
const asked = (questions: readonly Question[]) => questions.filter(({ archived }) => !archived)

test.each(NAMES)('the questions of the template %s can be published after those of any other, and back', (name) => {
  for (const other of NAMES) {
    const before = use(sourceSite.questions, other)
    const after = use(before, name)
    expect(checkQuestions(after, before)).toEqual([])
    expect(asked(after)).toEqual(templates[name].questions)
    expect(asked(use(after, other))).toEqual(templates[other].questions)
  }
})

test('a question with the key of another kind gets a key of its own, and choices of the owner stay for those who chose them', () => {
  const own: Question[] = [
    { name: 'visits', kind: 'text', label: 'Visits', question: 'Visits?', placeholder: '-' },
    { name: 'wishes', kind: 'many', label: 'Wishes', question: '?', choices: ['Rye', 'Gifts'], other: 'other_wish' },
  ]
  const after = use(own, 'shop')
  expect(asked(after).map(({ name }) => name)).toEqual(['wishes', expect.stringMatching(/^visits_/), 'neighbourhood'])
  expect(after[0]).toMatchObject({ choices: expect.arrayContaining([{ value: 'Rye', label: 'Rye', archived: true }]) })
  expect(checkQuestions(after, own)).toEqual([])
})

test('a question that needed a key of its own has its words in every language', () => {
  const own: Question[] = [{ name: 'visits', kind: 'text', label: 'Visits', question: 'Visits?', placeholder: '-' }]
  const languages = { ...sourceSite.languages, others: ['de'] }
  const document = { ...sourceSite, questions: use(own, 'shop'), languages } as SiteDocument
  const visits = siteIn('de', siteOf(document)).questions.find(({ name }) => name.startsWith('visits_'))
  expect(visits?.question).toBe('Wie oft würdest du vorbeikommen?')
  expect(openChoicesOf(visits as ChoiceQuestion)[0]).toMatchObject({ value: 'Most days', label: 'Fast jeden Tag' })
})

test.each([
  ['How many chairs have you?', /^how_many_chairs_have_you$/],
  ['When?', /^when$/],
  ['Größe', /^gro_e$/],
  ['Motto', /^motto_[a-z0-9]+$/],
  ['State', /^state_[a-z0-9]+$/],
  ['Status', /^status_[a-z0-9]+$/],
  ['Email?', /^email_[a-z0-9]+$/],
  ['???', /^question_[a-z0-9]+$/],
])('the key of “%s” is that of no other question, column or field', (words, key) => {
  expect(keyFor(words, ['motto'])).toMatch(key)
})
