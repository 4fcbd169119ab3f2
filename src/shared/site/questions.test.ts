import { expect, test } from 'vitest'
import { site } from './site.ts'
import { Entry } from '../list/entry.ts'
import { JoinRequest } from '../joining/join.ts'
import { answerFields } from './answer-schema.ts'
import { choicesOf, isChoiceQuestion, isFurther, NO_COLUMNS, otherOf, storedQuestions } from './questions.ts'

const names = site().questions.flatMap((question) => [question.name, otherOf(question) ?? []].flat())

test('every answer has a unique name that is valid in a file, an address and a database', () => {
  expect(names).toEqual([...new Set(names)])
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
  // An answer named 'constructor' would seem to be in every object, because objects inherit that property.
  expect(names.filter((name) => name in {})).toEqual([])
})

test('no further answer has the name of another field of a person', () => {
  const taken = ['email', 'full_name', 'website', ...Object.keys(Entry.shape)].filter((name) => !(name in NO_COLUMNS))
  for (const { name, ...question } of storedQuestions().filter(isFurther)) {
    expect(taken).not.toContain(name)
    expect(taken).not.toContain(otherOf({ name, ...question }))
  }
})

test('every question has a unique label, and unique choices', () => {
  const labels = site().questions.map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
  for (const question of site().questions.filter(isChoiceQuestion)) {
    const values = choicesOf(question).map(({ value }) => value)
    expect(values).toEqual([...new Set(values)])
    expect(values).not.toHaveLength(0)
  }
})

test('the joining rules include every question, and need those that are not optional', () => {
  const { error } = JoinRequest.safeParse({ email: 'ada@example.com' })
  expect(error!.issues.map(({ path }) => path[0]).sort()).toEqual(
    site()
      .questions.filter(({ optional }) => !optional)
      .map(({ name }) => name)
      .sort(),
  )
  expect(Object.keys(answerFields())).toEqual(expect.arrayContaining(storedQuestions().map(({ name }) => name)))
})
