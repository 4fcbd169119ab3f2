import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { type FormAnswers, isAnswered, isFormAnswers, noAnswers } from './form-answers.ts'

function answered(name: string, answers: FormAnswers) {
  return isAnswered(
    site().questions.find((question) => question.name === name)!,
    { ...noAnswers(), ...answers },
  )
}

test('no step but the optional ones is answered at the beginning', () => {
  const optional = site().questions.filter((question) => question.optional)
  expect(site().questions.filter((question) => isAnswered(question, noAnswers()))).toEqual(optional)
})

test('a blank name does not count as an answer', () => {
  expect(answered('full_name', { full_name: ' \t ' })).toBe(false)
  expect(answered('full_name', { full_name: 'Ada' })).toBe(true)
})

test('No counts as an answer', () => {
  expect(answered('is_solo_provider', { is_solo_provider: false })).toBe(true)
})

test('Other needs words in the multi-choice steps, and nowhere else', () => {
  expect(answered('problems', { problems: ['Other'], other_problem: '  ' })).toBe(false)
  expect(answered('problems', { problems: ['Other'], other_problem: 'Parking' })).toBe(true)
  expect(answered('goals', { goals: ['Connect with mentors', 'Other'] })).toBe(false)
  expect(answered('goals', { goals: ['Connect with mentors'] })).toBe(true)
  expect(answered('job_industry', { job_industry: 'Other' })).toBe(true)
})

test('only stored answers of the right shape are restored', () => {
  expect(isFormAnswers(JSON.parse(JSON.stringify(noAnswers())))).toBe(true)
  expect(isFormAnswers({ ...noAnswers(), is_solo_provider: false, price_range: '£60+/month' })).toBe(true)
  expect(isFormAnswers({ ...noAnswers(), problems: 'Other' })).toBe(false)
  expect(isFormAnswers({ ...noAnswers(), goals: [1] })).toBe(false)
  expect(isFormAnswers({ ...noAnswers(), full_name: null })).toBe(false)
  expect(isFormAnswers({ ...noAnswers(), is_solo_provider: 'yes' })).toBe(false)
  expect(isFormAnswers(null)).toBe(false)
})
