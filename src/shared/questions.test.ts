import { expect, test } from 'vitest'
import { QUESTIONS } from '#site/questionnaire.ts'
import { Entry } from './entry.ts'
import { JoinRequest } from './join.ts'
import { choicesOf, FURTHER_QUESTIONS, isChoiceQuestion, NO_COLUMNS, otherOf } from './questions.ts'

const names = QUESTIONS.flatMap((question) => [question.name, otherOf(question) ?? []].flat())

test('every answer has a unique name that is valid in a file, an address and a database', () => {
  expect(names).toEqual([...new Set(names)])
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
  // Every object has 'constructor', also if nobody answered that question.
  expect(names.filter((name) => name in {})).toEqual([])
})

test('no further answer has the name of another field of a person', () => {
  const taken = ['email', 'full_name', 'website', ...Object.keys(Entry.shape)].filter((name) => !(name in NO_COLUMNS))
  for (const { name, ...question } of FURTHER_QUESTIONS) {
    expect(taken).not.toContain(name)
    expect(taken).not.toContain(otherOf({ name, ...question }))
  }
})

test('every question has a unique label, and unique choices', () => {
  const labels = QUESTIONS.map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
  for (const question of QUESTIONS.filter(isChoiceQuestion)) {
    const values = choicesOf(question).map(({ value }) => value)
    expect(values).toEqual([...new Set(values)])
    expect(values).not.toHaveLength(0)
  }
})

test('the joining rules include every question', () => {
  const { error } = JoinRequest.safeParse({ email: 'ada@example.com' })
  expect(error!.issues.map(({ path }) => path[0]).sort()).toEqual(QUESTIONS.map(({ name }) => name).sort())
})
