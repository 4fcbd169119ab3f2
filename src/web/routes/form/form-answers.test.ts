import { expect, test } from 'vitest'
import { QUESTIONS } from '#site/questionnaire.ts'
import { type FormAnswers, isAnswered, isFormAnswers, NO_ANSWERS } from './form-answers.ts'

function answered(name: string, answers: FormAnswers) {
  return isAnswered(
    QUESTIONS.find((question) => question.name === name)!,
    { ...NO_ANSWERS, ...answers },
  )
}

test('no step is answered at the beginning', () => {
  expect(QUESTIONS.filter((question) => isAnswered(question, NO_ANSWERS))).toEqual([])
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
  expect(isFormAnswers(JSON.parse(JSON.stringify(NO_ANSWERS)))).toBe(true)
  expect(isFormAnswers({ ...NO_ANSWERS, is_solo_provider: false, price_range: '£60+/month' })).toBe(true)
  expect(isFormAnswers({ ...NO_ANSWERS, problems: 'Other' })).toBe(false)
  expect(isFormAnswers({ ...NO_ANSWERS, goals: [1] })).toBe(false)
  expect(isFormAnswers({ ...NO_ANSWERS, full_name: null })).toBe(false)
  expect(isFormAnswers({ ...NO_ANSWERS, is_solo_provider: 'yes' })).toBe(false)
  expect(isFormAnswers(null)).toBe(false)
})
