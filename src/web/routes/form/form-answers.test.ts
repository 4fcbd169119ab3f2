import { describe, expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { withSite } from '../../../../test/with-site.ts'
import { type FormAnswers, isAnswered, noAnswers, restoredAnswers } from './form-answers.ts'

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

test('stored answers are restored one by one, if they fit their questions', () => {
  const stored = { ...noAnswers(), full_name: 'Ada', is_solo_provider: false, price_range: '£60+/month' }
  expect(restoredAnswers(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  const goals = ['Connect with mentors', 'No longer a choice', 1]
  const misfits = {
    full_name: null,
    is_solo_provider: 'yes',
    job_industry: 'No longer a choice',
    problems: 'Other',
    goals,
  }
  expect(restoredAnswers({ ...misfits, business_name: 'Fade', other_goal: 'Fame', other_problem: 7 })).toEqual({
    ...noAnswers(),
    business_name: 'Fade',
    goals: ['Connect with mentors'],
    other_goal: 'Fame',
  })
  expect(restoredAnswers({})).toEqual(noAnswers())
})

describe('after an owner archived a choice', () => {
  const choices = ['Open', { value: 'Closed', label: 'Closed', archived: true }]
  const asked = { label: 'Door', question: 'Which door?', choices }
  withSite({
    questions: [
      ...site().questions,
      { ...asked, name: 'door', kind: 'one' },
      { ...asked, name: 'doors', kind: 'many' },
    ],
  })

  test('it is not restored, because a join with it is refused', () => {
    expect(restoredAnswers({ door: 'Closed', doors: ['Open', 'Closed'] })).toEqual({ ...noAnswers(), doors: ['Open'] })
  })
})
