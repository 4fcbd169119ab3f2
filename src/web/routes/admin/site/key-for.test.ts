import { expect, test } from 'vitest'
import { keyFor } from './key-for.ts'

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
